import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** From which sum on a payee of a year needs a form 1099-NEC, as JSON by year; null before one is entered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_settings add column form_thresholds text`.execute(db);
}
