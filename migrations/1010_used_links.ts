import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Links that set a password, apart from those that still do: an earlier version would take them once more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await sql`create table "used_links" (
    token_hash text primary key,
    user_id ${id} not null references users (id) on delete cascade,
    expires_at ${timestamp} not null
  )`.execute(db);
  await sql`create index used_links_by_expiry on used_links (expires_at)`.execute(db);
  await sql`create index used_links_by_user on used_links (user_id)`.execute(db);
}
