import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0028_session_last_write';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_user')
    .on('idempotency_keys')
    .columns(['user_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_date')
    .on('idempotency_keys')
    .column('created_at')
    .execute();
}
