import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The visitor's own words in the contact form; null for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_requests add column message text`.execute(db);
}
