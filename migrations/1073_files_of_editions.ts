import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The files of an edition with names and hashes, as JSON; null where they were not noted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table handbook_editions add column files text`.execute(db);
}
