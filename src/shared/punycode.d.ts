/** The package has no types of its own. */
declare module 'punycode.js' {
  export function toASCII(domain: string): string;
  export function toUnicode(domain: string): string;
  const punycode: { toASCII: typeof toASCII; toUnicode: typeof toUnicode };
  export default punycode;
}
