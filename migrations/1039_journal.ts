import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Journal entries for QuickBooks, each exported once, and the names of accounts that are not the usual ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await sql`create table "journal_accounts" (account text primary key, name text not null)`.execute(db);
  await sql`create table "journal_exports" (
    number integer primary key,
    from_day text not null,
    to_day text not null,
    -- How many entries it was made with.
    entries integer not null,
    maker_name text not null,
    created_at ${timestamp} not null
  )`.execute(db);
  await sql`create table "journal_entries" (
    number integer primary key,
    export integer not null references journal_exports (number) on delete cascade,
    -- Of paid_figures, which replaces a due's row when its payment is another one.
    figure ${id} not null,
    -- 'entry', or 'reversal' of a due that is paid no more.
    kind text not null,
    closing_id ${id} references closings (id) on delete cascade,
    due_id ${id} references dues (id) on delete cascade,
    on_day text not null,
    -- JSON: account, cents (negative for a credit), description and name of each line.
    lines text not null
  )`.execute(db);
  await sql`create unique index journal_entries_by_figure on journal_entries (figure, kind)`.execute(db);
  await sql`create index journal_entries_by_export on journal_entries (export, number)`.execute(db);
  await sql`create index journal_entries_by_closing on journal_entries (closing_id)`.execute(db);
  await sql`create index journal_entries_by_due on journal_entries (due_id)`.execute(db);
}
