import { columnTitles } from '../../../shared/column-titles.ts';
import { figure, maxCounts } from '../../../shared/field-limits.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { BulkList, BulkPreview, Columns } from '../../../shared/users/bulk-invitations.contract.ts';
import { factRoles } from '../../../shared/users/list-columns.ts';
import { invalid } from '../../platform/http-error.ts';
import { type CsvRow, readCsv } from '../../platform/read-csv.ts';

export interface ReadList {
  columns: BulkPreview['columns'];
  chosen: Columns;
  header: boolean;
  rows: CsvRow[];
}

const samplesShown = 3;
/** Rows that the guesses look at. */
const looked = 50;

/**
 * Reads a list of people. Columns and header are guessed where not given.
 * @throws 400 for too many rows, columns or cells and for a column that is not there
 */
export async function readList({ csv, columns: given, header: hasHeader }: BulkList): Promise<ReadList> {
  const all = await readCsv(csv);
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
  if (Object.values(chosen).some((at) => typeof at === 'number' && at >= width))
    throw invalid('This column is not in the list', 'columns');
  return { columns, chosen, header, rows };
}

/** Names by their titles, else as the first other column with words; the email address by what the columns hold. */
function guess(columns: BulkPreview['columns'], rows: CsvRow[]): Columns {
  const titled = (title: RegExp) => {
    const at = columns.findIndex(({ header }) => title.test(plainForm(header)));
    return at === -1 ? null : at;
  };
  const email = columnOfEmails(columns, rows) ?? titled(columnTitles.email);
  const [name, firstName, lastName] = [columnTitles.name, columnTitles.firstName, columnTitles.lastName].map(
    titled,
  );
  const facts = Object.fromEntries(
    factRoles.flatMap((role) => {
      const at = titled(columnTitles[role]);
      return at === null ? [] : [[role, at]];
    }),
  );
  if (typeof firstName === 'number' || typeof lastName === 'number')
    return { email, name: null, firstName: firstName ?? null, lastName: lastName ?? null, ...facts };
  const others = [...columns.keys()].filter((at) => at !== email);
  const words = others.find((at) => holds(rows, at, /^\p{L}[^\d@]*$/u));
  return { email, name: name ?? words ?? others[0] ?? null, firstName: null, lastName: null, ...facts };
}

const address = /^[^\s@]+@[^\s@]+$|<[^\s@<]+@[^\s@<>]+>$/;

/**
 * Finds the column that holds mostly addresses: the first with such a title, else the one with the most. The title is
 * not enough: 'Mailed on' holds days, 'E-mail 1 - Type' words.
 */
function columnOfEmails(columns: BulkPreview['columns'], rows: CsvRow[]): number | undefined {
  const holding = [...columns.keys()].filter((at) => holds(rows, at, address));
  const filled = (at: number) => rows.filter(({ cells }) => cells[at]).length;
  return (
    holding.find((at) => columnTitles.email.test(plainForm(columns[at]?.header ?? ''))) ??
    holding.toSorted((a, b) => filled(b) - filled(a))[0]
  );
}

/** True where at least half of the cells with something in them are such. */
function holds(rows: CsvRow[], at: number, such: RegExp): boolean {
  const cells = rows.flatMap((row) => row.cells[at] || []).map(firstValue);
  return cells.length > 0 && cells.filter((cell) => such.test(cell)).length * 2 >= cells.length;
}

/** Google Contacts puts several values into one cell. */
export const firstValue = (cell: string): string => cell.split(' ::: ', 1)[0] ?? '';
