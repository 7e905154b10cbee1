import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0054_privacy_requests';

/** Null: when it was received. A link is sent later for what the office enters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema.alterTable('privacy_requests').addColumn('link_sent_at', timestamp).execute();
}
