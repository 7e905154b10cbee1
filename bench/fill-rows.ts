import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../src/server/platform/db/database.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';
import type { Tables } from '../src/server/tables/tables.ts';

const rowsInTransaction = 200_000;

interface Rows {
  what: string;
  count: number;
  /** Numbers at a time. */
  batch?: number;
  /** Whether PostgreSQL skips triggers, and with them references, which are right. */
  fast?: boolean;
}

/** Calls `add` for the numbers from 0 to `count`, and prints how long it took. */
export async function addRows(
  db: Database,
  { what, count, batch = rowsInTransaction, fast = true }: Rows,
  add: (transaction: DatabaseTransaction, from: number, to: number) => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  for (let start = 0; start < count; start += rowsInTransaction) {
    const end = Math.min(count, start + rowsInTransaction);
    await db.transaction().execute(async (transaction) => {
      if (isPostgres(db) && fast)
        await sql`set local session_replication_role = replica`.execute(transaction);
      for (let from = start; from < end; from += batch)
        await add(transaction, from, Math.min(end, from + batch));
    });
    process.stderr.write(`\r${what}: ${end.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  console.error(`, ${seconds.toFixed(0)} s, ${Math.round(count / seconds)}/s`);
}

/** Inserts rows that have the same columns. */
export async function insertRows(db: Database, table: keyof Tables, rows: object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(rows);
  if (isPostgres(db)) {
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
    return;
  }
  const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`));
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${json})`.execute(db);
}
