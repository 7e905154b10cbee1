import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The SHA-256 of the text that was reported, for the index; null in older rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column text_sha256 text`.execute(db);
}
