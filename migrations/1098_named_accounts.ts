import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** A line of the audit log knows the accounts that its details name: another person can have the name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column named text`.execute(db);
}
