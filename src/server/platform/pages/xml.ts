import { escapeHtml } from '../text/escape-html.ts';

/** Characters that XML forbids even when escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML elements and attributes. In: well-formed text. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(forbidden, ''));
