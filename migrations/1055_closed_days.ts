import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The days on which the office is closed, as JSON; null for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_settings add column closed_days text`.execute(db);
}
