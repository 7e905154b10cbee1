import { Readable } from 'node:stream';
import { isFormula } from '../../shared/formula.ts';

/**
 * A file that is made while it is read. Its heading and first rows are made before the answer begins, so that a refusal
 * is answered as an error. A later failure ends the connection: the client sees that the download has failed.
 * The parts go by what never changes, or by ids that are read once: a row that moves between two parts would be missing or
 * in it twice.
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

/**
 * One line of CSV (RFC 4180, ends with CRLF). Formulas get an apostrophe in front, as the text is untrusted; numbers, and
 * phone numbers, which other programs import and dial, none.
 */
export const csvLine = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
