/**
 * The address that dials a number; undefined for a text without digits. Without what a keypad does not have: spaces,
 * brackets, and the extension that many write behind the number.
 */
export function phoneHref(phone: string): string | undefined {
  const number = (phone.split(/[a-z#]/i, 1)[0] ?? '').replace(/[^\d+]/g, '');
  return number === '' ? undefined : `tel:${number}`;
}
