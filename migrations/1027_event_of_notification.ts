import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** Why its reader has to act; null for other news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications add column event text`.execute(db);
}
