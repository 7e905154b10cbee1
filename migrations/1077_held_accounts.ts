import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The deleted accounts that had the address of a legal hold, as JSON of their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table legal_holds add column accounts text`.execute(db);
}
