import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0054_privacy_requests';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  // Null: the form of the site, or a member's account.
  await db.schema.alterTable('privacy_requests').addColumn('came_by', 'text').execute();
  // Null: when it was received. A link is sent later for what the office enters.
  await db.schema.alterTable('privacy_requests').addColumn('link_sent_at', timestamp).execute();
  await db.schema.alterTable('legal_holds').addColumn('reminded_at', timestamp).execute();
}
