import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0054_privacy_requests';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('tombstones')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email_hash', 'text')
    .addColumn('erased_at', timestamp, (column) => column.notNull())
    .addColumn('finished_at', timestamp)
    .execute();
  await db.schema.createIndex('tombstones_by_date').on('tombstones').columns(['erased_at', 'id']).execute();
}
