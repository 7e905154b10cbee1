import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0035_bulk_invitations';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('licenses')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('number', 'text', (column) => column.notNull())
    // A day in Los Angeles, as YYYY-MM-DD.
    .addColumn('expires_on', 'text')
    .addColumn('verified_at', timestamp)
    .addColumn('verified_by', id, (column) => column.references('users.id').onDelete('set null'))
    // The days of the last reminder: 90, 60, 30 or 0.
    .addColumn('reminded', 'integer')
    .addColumn('updated_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('licenses_by_expiry').on('licenses').column('expires_on').execute();
  await db.schema.createIndex('licenses_by_verifier').on('licenses').column('verified_by').execute();
}
