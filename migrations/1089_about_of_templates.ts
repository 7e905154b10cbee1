import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The subject of a step of the template; null where only its title says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table onboarding_template add column about text`.execute(db);
}
