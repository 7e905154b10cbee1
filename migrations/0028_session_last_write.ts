import type { Kysely } from 'kysely';

/** The last migration of the oldest version that may run on this schema. */
export const oldest = '0024_jobs';

/** Where in PostgreSQL's log the last change of a session ends; only with DATABASE_READ_URL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('last_write', 'text').execute();
}
