import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0032_imported_passwords';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean, postgres } = columnTypes(db);

  // Read with every call, so it is a column and not a look into the tables below.
  await db.schema
    .alterTable('users')
    .addColumn('second_factor', boolean, (column) => column.notNull().defaultTo(postgres ? false : 0))
    .execute();

  await db.schema
    .createTable('totp_factors')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'integer')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('enabled_at', timestamp)
    .execute();

  await db.schema
    .createTable('passkeys')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('last_used_at', timestamp)
    .execute();
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();

  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id').execute();

  await db.schema
    .createTable('passkey_challenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    // The user who adds a passkey with it; null for proving one.
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('passkey_challenges_by_user')
    .on('passkey_challenges')
    .column('user_id')
    .execute();

  await db.schema
    .createTable('sign_in_tickets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_tickets_by_user').on('sign_in_tickets').column('user_id').execute();
}
