import type { Kysely } from 'kysely';

export const oldest = '0054_privacy_requests';

/** Null: the form of the site, or a member's account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('privacy_requests').addColumn('came_by', 'text').execute();
}
