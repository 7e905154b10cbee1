import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  // No foreign keys: the log outlives its users and objects.
  await db.schema
    .createTable('audit_log')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('actor_id', id)
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('object_name', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_log_by_date').on('audit_log').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('audit_log_by_action')
    .on('audit_log')
    .columns(['action', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_log_by_actor')
    .on('audit_log')
    .columns(['actor_id', 'created_at', 'id'])
    .execute();
}
