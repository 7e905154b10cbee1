import { sql } from 'kysely';
import { type Database, type DatabaseTransaction, openDatabase } from '../src/server/platform/db/database.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';
import { openForMigrations } from '../src/server/platform/db/postgres.ts';
import type { Tables } from '../src/server/tables/tables.ts';

/** A data folder, and the address of its PostgreSQL if it has one. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Opens a database without PostgreSQL's limits of time. */
export const openToFill = ({ dataDir, databaseUrl }: Place): Database =>
  databaseUrl ? openForMigrations(databaseUrl, false) : openDatabase({ dataDir, databaseUrl });

/** Creates a database on the PostgreSQL of `serverUrl`; returns its address. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await using db = openToFill({ dataDir: '', databaseUrl: serverUrl });
  await sql`create database ${sql.ref(name)}`.execute(db);
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  return address.href;
}

/** A version 7 UUID: in the order of its milliseconds and numbers. */
export function idAt(milliseconds: number, number: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export type Row = readonly [table: keyof Tables, row: object];

interface Batches {
  what: string;
  count: number;
  /** Numbers in one. */
  batch: number;
  /** Whether PostgreSQL skips triggers, and with them references, which are right. */
  fast?: boolean;
}

/** Adds what `rowsOf` makes for the numbers from 0 to below `count`, and prints how long it took. */
export async function addRows(
  db: Database,
  { what, count, batch, fast = true }: Batches,
  rowsOf: (number: number) => Row[],
  afterBatch?: (transaction: DatabaseTransaction, numbers: number[]) => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  for (let from = 0; from < count; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
    const rows = Map.groupBy(numbers.flatMap(rowsOf), ([table]) => table);
    await db.transaction().execute(async (transaction) => {
      if (isPostgres(db) && fast)
        await sql`set local session_replication_role = replica`.execute(transaction);
      for (const [table, all] of rows) await insertRows(transaction, table, all);
      await afterBatch?.(transaction, numbers);
    });
  }
  const seconds = (performance.now() - begun) / 1000;
  console.error(`${count.toLocaleString('en-US')} ${what}: ${seconds.toFixed(0)} s`);
}

/** Inserts rows that have the same columns. */
async function insertRows(db: Database, table: keyof Tables, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]?.[1] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(rows.map(([, row]) => row));
  const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`));
  const read = isPostgres(db)
    ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
    : sql`select ${values} from json_each(${json})`;
  await sql`insert into ${sql.table(table)} (${names}) ${read}`.execute(db);
}
