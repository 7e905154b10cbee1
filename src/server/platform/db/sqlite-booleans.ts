import type BetterSqlite from 'better-sqlite3';
import type { SqliteStatement } from 'kysely';

/** SQLite stores these as 0 and 1. */
export const booleanColumns = new Set([
  'admin',
  'authors',
  'auto_reply',
  'by_number',
  'compliance',
  'content',
  'coordinator',
  'counts_price',
  'for_admins',
  'hidden',
  'is_current',
  'overflow',
  'own_closings',
  'public',
  'recruiting',
  'replaces_asks',
  'replies',
  'sample',
  'second_factor',
  'shared',
  'spam',
  'ticked',
  'trapped',
  'wanted',
]);

/** Parameters with numbers for booleans. */
export const toNumbers = (parameters: readonly unknown[]): readonly unknown[] =>
  parameters.includes(true) || parameters.includes(false)
    ? parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    : parameters;

/** Each once, as two columns of a join may have one name. */
const booleansAmong = (columns: string[]) => [...booleanColumns].filter((column) => columns.includes(column));

/** Makes booleans of the numbers in boolean columns. Changes the rows, which all have the same columns. */
export function withBooleans<R>(rows: R[]): R[];
export function withBooleans(rows: Row[]): Row[] {
  return convert(rows, booleansAmong(Object.keys(rows[0] ?? {})));
}

function convert(rows: Row[], columns: string[]): Row[] {
  for (const column of columns) {
    // Not a text of the same name, as a letter's content.
    for (const row of rows) if (typeof row[column] === 'number') row[column] = row[column] === 1;
  }
  return rows;
}

/** A statement that takes and returns booleans. */
export function booleanStatement(statement: BetterSqlite.Statement<unknown[], Row>): SqliteStatement {
  // Once: most statements of a request are prepared already, and few have any.
  const columns = statement.reader ? booleansAmong(statement.columns().map(({ name }) => name)) : [];
  return {
    reader: statement.reader,
    all: (parameters) => convert(statement.all(toNumbers(parameters)), columns),
    *iterate(parameters) {
      for (const row of statement.iterate(toNumbers(parameters))) yield* convert([row], columns);
    },
    run: (parameters) => statement.run(toNumbers(parameters)),
  };
}

type Row = Record<string, unknown>;
