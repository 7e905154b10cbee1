import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

/**
 * Exists while a restore or move fills this database. No migration makes it: it is there before any of them has run.
 * Its rows are the source, and how far each table is.
 */
export const unfinishedTable = 'unfinished_restore';

const source = 'source';

/** Names the source that is filling this database, such as 'the backup …'; undefined when it is whole. */
export async function unfinishedSource(db: Database): Promise<string | undefined> {
  return (await hasMarker(db)) ? await readState(db, source) : undefined;
}

/** @throws OperatorError when a restore or move into this database was not finished */
export async function refuseUnfinished(db: Database): Promise<void> {
  const from = await unfinishedSource(db);
  if (from === undefined) return;
  throw new OperatorError(
    `The database is not whole: filling it from ${from} was interrupted. Run the same command again; it continues or starts over.`,
  );
}

async function hasMarker(db: Database): Promise<boolean> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 from pg_class where relname = ${unfinishedTable} and relnamespace = current_schema()::regnamespace`
    : sql`select 1 from sqlite_schema where name = ${unfinishedTable}`
  ).execute(db);
  return rows.length > 0;
}

export async function markUnfinished(db: Database, from: string): Promise<void> {
  await sql`create table ${sql.table(unfinishedTable)} (name text primary key, state text not null)`.execute(
    db,
  );
  await writeState(db, source, from);
}

/** The last step of a restore: from now on a server starts on this database. */
export async function markFinished(db: Database): Promise<void> {
  await sql`drop table ${sql.table(unfinishedTable)}`.execute(db);
}

export async function writeState(db: Database, name: string, state: string): Promise<void> {
  await sql`insert into ${sql.table(unfinishedTable)} (name, state) values (${name}, ${state})
    on conflict (name) do update set state = excluded.state`.execute(db);
}

export async function readState(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from ${sql.table(unfinishedTable)} where name = ${name}`.execute(db);
  return rows[0]?.state;
}
