import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The account's name when an agreement was signed: by another one since, the member signs the next by that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreements add column account_name text`.execute(db);
}
