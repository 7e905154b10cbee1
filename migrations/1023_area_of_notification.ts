import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The right without which a notification is not shown; null for one that is about no area. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications add column area text`.execute(db);
}
