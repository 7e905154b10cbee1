import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The corporation that the letter pays in the place of a member, as corporationForm, or '' for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table paid_figures add column paid_to text`.execute(db);
}
