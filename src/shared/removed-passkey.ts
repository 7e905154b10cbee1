/** A browser may offer what was removed on this site: told so, it takes it out of its list. */
export const removedPasskeyMessage =
  'This passkey was removed from this site. Use another passkey, or your password. You can delete it on your device.';
