/**
 * The character of a named reference such as `&copy;`, or the text itself if there is no such name. The browser's own table: in the
 * client's build it takes the place of the package `entities`, which is 15 KB of it. No import: a test runs it in the browser.
 */
export function decodeHTMLStrict(reference: string): string {
  const element = document.createElement('div');
  element.innerHTML = reference.replaceAll('<', '&lt;');
  const decoded = element.textContent;
  // Names that HTML also reads without a semicolon: `&copyright;` has only the beginning of one.
  return decoded.endsWith(';') && reference !== '&semi;' ? reference : decoded;
}
