import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** As JSON: name, number and expiry that the office has looked up. Checks from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table applications add column license_made_for text`.execute(db);
}
