import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import type { BulkList, BulkPreview, Columns } from '../../../shared/bulk-invitations.contract.ts';
import { figure, maxCounts } from '../../../shared/field-limits.ts';
import { invalid } from '../../platform/http-error.ts';

/** A row with something in it. `fault` says that its quotation marks do not match. */
export interface ListRow {
  line: number;
  cells: string[];
  fault: boolean;
}

export interface ReadList {
  columns: BulkPreview['columns'];
  chosen: Columns;
  header: boolean;
  rows: ListRow[];
}

const samplesShown = 3;
/** Rows that the guesses look at. */
const looked = 50;
/** Cells between two looks at other requests. */
const batch = 5000;

/**
 * Reads a list from a spreadsheet: commas, semicolons, tabs or bars, byte order mark, Excel's "sep=;" and ="text",
 * blank lines. Columns and header are guessed where not given.
 * @throws 400 for too many rows, columns or cells and for a column that is not there
 */
export async function readList({ csv, columns: given, header: hasHeader }: BulkList): Promise<ReadList> {
  const all = await parse(csv);
  const header = hasHeader ?? !(all[0]?.cells.some((cell) => cell.includes('@')) ?? true);
  const titles = header ? (all[0]?.cells ?? []) : [];
  const rows = header ? all.slice(1) : all;
  if (rows.length > maxCounts.bulkRows)
    throw invalid(`A list can have at most ${figure(maxCounts.bulkRows)} rows`, 'csv');
  const first = rows.slice(0, looked);
  const width = Math.max(0, titles.length, ...first.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => ({
    header: titles[at] ?? '',
    samples: first.flatMap(({ cells }) => cells[at] || []).slice(0, samplesShown),
  }));
  const chosen = { ...guess(columns, first), ...given };
  if (Object.values(chosen).some((at) => at !== null && at >= width))
    throw invalid('This column is not in the list', 'columns');
  return { columns, chosen, header, rows };
}

const separator = /^"?sep=(.)"?\n/i;

async function parse(csv: string): Promise<ListRow[]> {
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
  const rows: ListRow[] = [];
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
export function demandCells(text: string, delimiter: string): void {
  let cells = 1;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) {
    if (++cells > maxCounts.bulkCells)
      throw invalid(`A list can have at most ${figure(maxCounts.bulkCells)} cells`, 'csv');
  }
}

const delimiters = [',', ';', '\t', '|'];

/** That which every one of the first lines has most of; Papa's own guess stumbles over a line break at the end. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const fewest = (delimiter: string) => Math.min(...lines.map((line) => line.split(delimiter).length));
  return delimiters.reduce((best, next) => (fewest(next) > fewest(best) ? next : best));
}

/** Without Excel's ="…" and the apostrophe that exports put before a formula; storable on every engine. */
const clean = (cell: string): string =>
  cell
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[=+\-@])/, '')
    .trim();

const titles = {
  email: /^e-?mail|^mail/i,
  firstName: /^(first|given|fore)[ _-]?name/i,
  lastName: /^(last|family|sur)[ _-]?name/i,
  name: /^((full|agent|member|display)[ _-]?)?name|^(agent|member)$/i,
} as const;

/** By the titles; the email also by its looks, and the name as the first of the other columns. */
function guess(columns: BulkPreview['columns'], rows: ListRow[]): Columns {
  const titled = (title: RegExp) => {
    const at = columns.findIndex(({ header }) => title.test(header));
    return at === -1 ? null : at;
  };
  const email = titled(titles.email) ?? mostAddresses(columns.length, rows);
  const [name, firstName, lastName] = [titles.name, titles.firstName, titles.lastName].map(titled);
  if (typeof firstName === 'number' || typeof lastName === 'number')
    return { email, name: null, firstName: firstName ?? null, lastName: lastName ?? null };
  const other = columns.findIndex((_, at) => at !== email);
  return { email, name: name ?? (other === -1 ? null : other), firstName: null, lastName: null };
}

function mostAddresses(width: number, rows: ListRow[]): number | null {
  let best: number | null = null;
  let most = 0;
  for (let at = 0; at < width; at++) {
    const count = rows.filter(({ cells }) => cells[at]?.includes('@')).length;
    if (count > most) [best, most] = [at, count];
  }
  return best;
}
