import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('started_at', timestamp, (column) => column.notNull())
    .execute();
}
