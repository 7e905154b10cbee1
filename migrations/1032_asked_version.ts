import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The version that all members were asked to sign last: it reaches who joins or comes back later, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_settings add column asked_version integer`.execute(db);
}
