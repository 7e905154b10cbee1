/**
 * What a spreadsheet would take for a formula, also behind what nobody can see: white space, control characters,
 * marks of direction, a byte order mark. The signs come in a full and in a small width, too.
 */
const formulaStart =
  /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\t\r\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]/u;

/**
 * One line of CSV (RFC 4180, ended by CRLF). Every cell is quoted, and what a spreadsheet would execute gets an
 * apostrophe in front: the text came from strangers.
 */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

const cell = (text: string) => `"${(formulaStart.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
