import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** As JSON: the license or the payee that a check of a member was made for. Checks from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member_checks add column made_for text`.execute(db);
}
