import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!columnTypes(db).postgres) return;
  await sql`alter table contact_requests
    validate constraint contact_requests_owner,
    validate constraint contact_requests_joined_to,
    validate constraint contact_requests_member,
    validate constraint contact_requests_referrer`.execute(db);
}
