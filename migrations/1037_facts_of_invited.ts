import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** Phone, license and first day of a person on a list, until the account is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_invitation_rows add column facts text`.execute(db);
}
