import { escapeHtml } from '../text/escape-html.ts';

/** Control characters and noncharacters that no XML document may hold, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for the inside of an XML element or attribute. In: well-formed text. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(forbidden, ''));
