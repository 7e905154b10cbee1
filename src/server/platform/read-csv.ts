import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import { figure, maxCounts } from '../../shared/field-limits.ts';
import { invalid } from './http-error.ts';

/** A row with something in it. `fault` says that its quotation marks do not match. */
export interface CsvRow {
  line: number;
  cells: string[];
  fault: boolean;
}

/** Cells between two looks at other requests. */
const batch = 5000;

const separator = /^"?sep=(.)"?\n/i;

/**
 * Reads a file as spreadsheets and other programs write it: commas, semicolons, tabs or bars, byte order mark, Excel's
 * "sep=;" and ="text", blank lines, which are left out, and lines of an editor, also within quotation marks.
 * @throws 400 for too many columns or cells
 */
export async function readCsv(csv: string): Promise<CsvRow[]> {
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const declared = separator.exec(text);
  const given = declared?.[1] ?? delimiterOf(text);
  // As the parser has it.
  const delimiter = Papa.BAD_DELIMITERS.includes(given) ? ',' : given;
  demandCells(text, delimiter);
  const { data, errors } = Papa.parse<string[]>(text.slice(declared?.[0].length ?? 0), {
    delimiter,
    newline: '\n',
    // The header, and one more than allowed.
    preview: maxCounts.bulkRows * 2 + 2,
  });
  if (data.some((cells) => cells.length > maxCounts.bulkColumns))
    throw invalid(`A list can have at most ${maxCounts.bulkColumns} columns`, 'csv');
  const faults = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' ? [row] : [])));
  const rows: CsvRow[] = [];
  let line = declared ? 2 : 1;
  let cleaned = 0;
  for (const [at, raw] of data.entries()) {
    const cells = raw.map(clean);
    if (cells.some(Boolean)) rows.push({ line, cells, fault: faults.has(at) });
    line += 1 + raw.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    cleaned += cells.length;
    if (cleaned < batch) continue;
    cleaned = 0;
    await setImmediate();
  }
  return rows;
}

/** Counts also delimiters within quotation marks: those may be meant otherwise. @throws 400 for too many */
function demandCells(text: string, delimiter: string): void {
  let cells = 1;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) {
    if (++cells > maxCounts.bulkCells)
      throw invalid(`A list can have at most ${figure(maxCounts.bulkCells)} cells`, 'csv');
  }
}

const delimiters = [',', ';', '\t', '|'];

/** The one in most of the first lines, then the most often in each: a broken line and a comma in a name decide nothing. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const ranked = delimiters.map((delimiter) => {
    const counts = lines.flatMap((line) => line.split(delimiter).length - 1 || []);
    return { delimiter, lines: counts.length, fewest: Math.min(...counts) };
  });
  return ranked.reduce((best, next) =>
    next.lines > best.lines || (next.lines === best.lines && next.fewest > best.fewest) ? next : best,
  ).delimiter;
}

/**
 * Spreadsheets write 2026-01-31 as 1/31/2026 or 1/31/26 when they save, other programs with a time of midnight. As in Excel, two
 * digits from 50 on are of the last century.
 */
export const isoDay = (text: string): string =>
  text
    .replace(/[ T]0?0:00(?::00)?(?:\.0{1,6})?Z?$/, '')
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/, (_, month, day, year) => {
      const century = year.length === 4 ? '' : year < '50' ? '20' : '19';
      return `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    });

const particles = new Set(['da', 'de', 'del', 'der', 'di', 'dos', 'la', 'le', 'san', 'st.', 'van', 'von']);
const titles = /^(?:jr|sr|ii|iii|iv|esq|inc|llc|phd)\.?$/i;

/**
 * The first and the last name where another program wrote the last one first: "Lee, Ann", "De la Cruz, Ana". A title stands
 * there, too: "Ann Lee, GRI", "Lee, Jr."
 */
export function lastNameFirst(name: string): [first: string, last: string] | undefined {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  if (last === '' || first === '' || more.length > 0 || titles.test(first)) return undefined;
  if (/^[A-Z]{2,5}$/.test(first) && last !== last.toUpperCase()) return undefined;
  const before = last.toLowerCase().split(/\s+/).slice(0, -1);
  return before.every((word) => particles.has(word)) ? [first, last] : undefined;
}

/** Cells without Excel's ="…" and the apostrophe that exports put before a formula; storable on every engine. */
const clean = (cell: string): string =>
  cell
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[=+\-@])/, '')
    .trim();
