/** Starts of a formula, also in full or small width, after white space, control or invisible characters. */
const formulaStart =
  /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\t\r\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]/u;

/** A number that spreadsheets add up, negative ones too; no formula. */
const number = /^-?\d+(\.\d+)?$/;

/** A phone number with its country code, of seven digits or more: fewer, such as "+1-1-1-1", are a sum. */
const phone = /^\+\d(?:[ ().-]{0,3}\d){6,14} ?(?:(?:ext\.?|x) ?\d{1,6})?$/;

/** Whether a spreadsheet would compute a cell with this text. */
export const isFormula = (text: string): boolean =>
  formulaStart.test(text) && !number.test(text) && !phone.test(text);
