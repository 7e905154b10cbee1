import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

/** The last migration of the oldest version that may run on this schema. */
export const oldest = '0024_jobs';

/** Set while the files of an image are stored or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema.alterTable('images').addColumn('unfinished_since', timestamp).execute();
}
