import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);

  await db.schema
    .createTable('users')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('admin', boolean, (column) => column.notNull())
    .addColumn('suspended_at', timestamp)
    .addColumn('last_sign_in_at', timestamp)
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addUniqueConstraint('users_email_unique', ['email'])
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('last_used_at', timestamp, (column) => column.notNull())
    .addUniqueConstraint('sessions_token_hash_unique', ['token_hash'])
    .execute();
  await db.schema
    .createIndex('sessions_by_user')
    .on('sessions')
    .columns(['user_id', 'last_used_at'])
    .execute();

  await db.schema
    .createTable('setup_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('password_links_by_user').on('password_links').column('user_id').execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('resets_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('rate_limits_by_reset').on('rate_limits').column('resets_at').execute();

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
