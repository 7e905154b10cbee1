import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

/** The last migration of the oldest version that may run on this schema. */
export const oldest = '0024_jobs';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('backups')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint')
    .addColumn('started_at', timestamp, (column) => column.notNull())
    .addColumn('finished_at', timestamp)
    // When a drill restored it and found every row.
    .addColumn('checked_at', timestamp)
    .addColumn('error', 'text')
    .execute();
}
