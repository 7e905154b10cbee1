import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Members who leave on a day to come, until it is there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await sql`create table "leavings" (
    user_id ${id} primary key references users (id) on delete cascade,
    -- The entry of their file that says so.
    entry_id ${id} not null,
    leaves_on text not null,
    reason text not null,
    -- Who gets their leads.
    leads_to ${id} references users (id) on delete set null,
    -- Without a reference: whom it keeps from deciding was dropped by them, also once their account has gone.
    planned_by ${id},
    created_at ${timestamp} not null
  )`.execute(db);
  await sql`create index leavings_by_day on leavings (leaves_on)`.execute(db);
  await sql`create index leavings_by_heir on leavings (leads_to)`.execute(db);
}
