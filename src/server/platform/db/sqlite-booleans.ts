import type BetterSqlite from 'better-sqlite3';
import type { SqliteStatement } from 'kysely';

/** SQLite stores these as 0 and 1. */
export const booleanColumns = new Set([
  'admin',
  'hidden',
  'is_current',
  'overflow',
  'replies',
  'second_factor',
  'spam',
  'wanted',
]);

/** Parameters with numbers for booleans. */
export const toNumbers = (parameters: readonly unknown[]): readonly unknown[] =>
  parameters.includes(true) || parameters.includes(false)
    ? parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    : parameters;

/** Makes booleans of the numbers in boolean columns. Changes the rows, which all have the same columns. */
export function withBooleans<R>(rows: R[]): R[];
export function withBooleans(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  for (const column in rows[0]) {
    if (!booleanColumns.has(column)) continue;
    for (const row of rows) if (row[column] !== null) row[column] = row[column] === 1;
  }
  return rows;
}

/** A statement that takes and returns booleans. */
export const booleanStatement = (statement: BetterSqlite.Statement): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => withBooleans(statement.all(toNumbers(parameters))),
  *iterate(parameters) {
    for (const row of statement.iterate(toNumbers(parameters))) yield* withBooleans([row]);
  },
  run: (parameters) => statement.run(toNumbers(parameters)),
});
