import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0054_privacy_requests';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema.alterTable('legal_holds').addColumn('reminded_at', timestamp).execute();
}
