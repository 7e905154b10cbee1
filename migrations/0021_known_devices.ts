import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('known_devices')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('last_used_at', timestamp, (column) => column.notNull())
    // Several users may share one browser.
    .addUniqueConstraint('known_devices_unique', ['token_hash', 'user_id'])
    .execute();
  await db.schema
    .createIndex('known_devices_by_user')
    .on('known_devices')
    .columns(['user_id', 'last_used_at'])
    .execute();

  await db.schema
    .alterTable('sessions')
    .addColumn('device_id', id, (column) => column.references('known_devices.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('sessions_by_device').on('sessions').column('device_id').execute();
}
