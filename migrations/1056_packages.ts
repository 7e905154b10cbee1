import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The packages of kinds that have one of their own, as JSON; null for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_settings add column packages text`.execute(db);
}
