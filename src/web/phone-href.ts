/** The tel: address of a number, without spaces, brackets and extension; undefined for a text without digits. */
export function phoneHref(phone: string): string | undefined {
  const number = (phone.split(/[a-z#]/i, 1)[0] ?? '').replace(/[^\d+]/g, '');
  return number === '' ? undefined : `tel:${number}`;
}
