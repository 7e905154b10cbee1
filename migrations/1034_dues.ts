import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Dues: annual fees of members, and what the office adds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await sql`create table "dues" (
    id ${id} primary key,
    user_id ${id} references users (id) on delete set null,
    user_name text not null,
    label text not null,
    reason text not null,
    -- In cents; negative for a credit.
    amount bigint not null,
    -- The day of an annual fee, which a member is charged once.
    annual_on text,
    charged_on text not null,
    due_on text not null,
    state text not null,
    -- The day on which the member is told next; null once they are told no more.
    tell_on text,
    -- The closing that fell through, of which it stays due.
    from_closing ${id} references closings (id) on delete set null,
    -- The closing that keeps it.
    closing_id ${id} references closings (id) on delete set null,
    -- The due that was paid though a closing had kept it.
    credit_of ${id},
    settled_on text,
    method text not null,
    settled_reason text not null,
    settled_by ${id} references users (id) on delete set null,
    settler_name text not null,
    -- JSON: who did what, and when.
    history text not null,
    invoice integer,
    -- JSON of the invoice as it was made.
    invoice_content text,
    keep_from text not null,
    created_at ${timestamp} not null
  )`.execute(db);
  await sql`create unique index dues_once_a_year on dues (user_id, annual_on)`.execute(db);
  await sql`create unique index dues_credit on dues (credit_of)`.execute(db);
  await sql`create unique index dues_by_invoice on dues (invoice)`.execute(db);
  await sql`create index dues_by_user on dues (user_id, due_on, id)`.execute(db);
  await sql`create index dues_by_day on dues (due_on, id)`.execute(db);
  await sql`create index dues_by_state on dues (state, due_on, id)`.execute(db);
  await sql`create index dues_to_tell on dues (tell_on) where tell_on is not null`.execute(db);
  await sql`create index dues_by_closing on dues (closing_id)`.execute(db);
  await sql`create index dues_by_fallen on dues (from_closing)`.execute(db);
  await sql`create index dues_by_settler on dues (settled_by)`.execute(db);
  await sql`create index dues_to_keep on dues (keep_from)`.execute(db);
}
