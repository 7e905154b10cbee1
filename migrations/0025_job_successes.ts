import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0024_jobs';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema.alterTable('jobs').addColumn('succeeded_at', timestamp).execute();
}
