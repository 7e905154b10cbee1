import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0055_tombstones';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('exports')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('requested_by', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('rows_total', 'bigint', (column) => column.notNull())
    .addColumn('rows_done', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('claimed_at', timestamp)
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('finished_at', timestamp)
    .execute();
  await db.schema.createIndex('exports_by_requester').on('exports').columns(['requested_by', 'id']).execute();
  await db.schema
    .createTable('export_parts')
    .addColumn('export_id', id, (column) => column.notNull().references('exports.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('export_parts_key', ['export_id', 'number'])
    .execute();
}
