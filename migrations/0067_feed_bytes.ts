import { type Kysely, sql } from 'kysely';

export const oldest = '0054_privacy_requests';

/** See reserveFeedStorage: at least the bytes of a member's posts and comments, null until they are first added up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('feed_bytes', sql`bigint`).execute();
}
