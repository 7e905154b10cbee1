import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** JSON of the ids of those in whose name a submission is who have said yes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submissions add column said_yes text`.execute(db);
}
