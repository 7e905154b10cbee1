import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The text that was reported; null in older rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column text text`.execute(db);
}
