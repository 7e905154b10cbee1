import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** Until when all members were asked to sign it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_settings add column asked_due_on text`.execute(db);
}
