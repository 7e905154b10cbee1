import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The subject of a step of a member, as its template said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table onboarding_steps add column about text`.execute(db);
}
