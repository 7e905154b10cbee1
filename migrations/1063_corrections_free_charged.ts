import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** Cents of other dues that a correction frees: the closing deducted them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_corrections add column freed_charged bigint not null default 0`.execute(db);
}
