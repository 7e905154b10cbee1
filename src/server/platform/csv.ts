/** What a spreadsheet would take for a formula, also behind leading white space. */
const formulaStart = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One line of CSV (RFC 4180, ended by CRLF). Every cell is quoted, and what a spreadsheet would execute gets an
 * apostrophe in front: the text came from strangers.
 */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

const cell = (text: string) => `"${(formulaStart.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
