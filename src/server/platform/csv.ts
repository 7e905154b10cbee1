import { Readable } from 'node:stream';

/** Starts of a formula, also in full or small width, after white space, control or invisible characters. */
const formulaStart =
  /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\t\r\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]/u;

/**
 * A file that is made while it is read. Its heading and first rows are made before the answer begins, so that a refusal
 * is answered as an error. A later failure ends the connection: the client sees that the download has failed.
 * @throws errors of the first two parts
 */
export async function streamedCsv(parts: AsyncGenerator<string>): Promise<Readable> {
  const [heading, first] = [await parts.next(), await parts.next()];
  return Readable.from(
    (async function* () {
      if (!heading.done) yield heading.value;
      if (!first.done) yield first.value;
      yield* parts;
    })(),
  );
}

/** Begins a file: spreadsheets assume UTF-8 only with it. */
export const byteOrderMark = '\uFEFF';

/** A number that spreadsheets add up, negative ones too; no formula. */
const number = /^-?\d+(\.\d+)?$/;

/** A phone number with its country code: digits and what parts them name no cell and call nothing. */
const phone = /^\+\d[\d ().-]{6,24}(?:(?:ext\.?|x) ?\d{1,6})?$/;

/**
 * One line of CSV (RFC 4180, ends with CRLF). Formulas get an apostrophe in front, as the text is untrusted; numbers, and
 * phone numbers, which other programs import and dial, none.
 */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

const cell = (text: string) =>
  `"${(formulaStart.test(text) && !number.test(text) && !phone.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
