import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** Years of keeping that were shortened and count a while longer, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_settings add column former_years text`.execute(db);
}
