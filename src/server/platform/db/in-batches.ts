import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { isPostgres } from './json-rows.ts';
import type { Keyset } from './keyset.ts';
import { inTransaction } from './transaction.ts';

/** Rows in one transaction. */
export const batch = 100;

/**
 * Runs `change`, which returns how many rows it found, in transactions of their own until one finds less than `size`.
 * Requests are served between: SQLite works in this thread, and a transaction without a pause is one long wait for them.
 */
export async function inBatches(
  db: Database,
  change: (transaction: DatabaseTransaction) => Promise<number>,
  size = batch,
): Promise<void> {
  for (let found = size; found >= size; ) {
    found = await inTransaction(db, change);
    await setImmediate();
  }
}

/** Deletes the rows that the condition finds, `size` in a transaction. */
export const deleteInBatches = (
  db: Database,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  size = batch,
): Promise<void> =>
  inBatches(
    db,
    async (transaction) => {
      const found = sql`select ${rowIn(db)} from ${sql.table(table)} where ${condition} limit ${sql.lit(size)}`;
      const these = isPostgres(db) ? sql`= any(array(${found}))` : sql`in (${found})`;
      const { numAffectedRows } =
        await sql`delete from ${sql.table(table)} where ${rowIn(db)} ${these}`.execute(transaction);
      return Number(numAffectedRows);
    },
    size,
  );

/** The place of a row in storage: rows of either engine have one, with any key. */
const rowIn = (db: Database) => sql.raw(isPostgres(db) ? 'ctid' : 'rowid');

/** Rows read at once: such a step delays a request by few milliseconds. */
const page = 500;

const beginning: Keyset = { at: '0001-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' };

/**
 * Rows oldest first, some at a time, from the time `since` (ISO) on. Requests are served between, unless in a
 * transaction.
 * @param read returns the rows after a keyset, at most `limit`
 */
export async function* inPages<Row extends { id: string; created_at: string }>(
  db: Database,
  since: string | undefined,
  read: (after: Keyset, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = { ...beginning, at: since ?? beginning.at }; ; ) {
    const rows = await read(after, page);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = { at: last.created_at, id: last.id };
    if (!db.isTransaction) await setImmediate();
  }
}
