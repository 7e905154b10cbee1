/** Browsers may offer a passkey that was removed on this site. Told so, they take it out of their list. */
export const removedPasskeyMessage =
  'This passkey was removed from this site. Use another passkey, or your password. You can delete it on your device.';
