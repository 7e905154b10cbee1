import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** Cents of annual fees that a correction frees: the closing deducted them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_corrections add column freed_annual bigint not null default 0`.execute(db);
}
