/**
 * The E.164 form of a phone number, such as '+13105550123', to tell whether two numbers are one. Undefined for what is
 * not clearly the number of one person: without an area code, with an extension, not valid in North America.
 */
export function toPhoneKey(text: string): string | undefined {
  const [, plus, rest = ''] = /^(\+)?([\d\s()./-]+)$/.exec(text.trim()) ?? [];
  const digits = rest.replace(/\D/g, '');
  if (plus && !digits.startsWith('1')) return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined;
  const [, number] = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? [];
  return number && `+1${number}`;
}
