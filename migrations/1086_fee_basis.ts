import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** From what fees are computed after a referral or credit; null while the office decides it for each closing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_settings add column fee_basis text`.execute(db);
}
