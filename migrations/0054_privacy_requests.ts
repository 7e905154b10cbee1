import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

/** The last migration of the oldest version that may run on this schema. */
export const oldest = '0053_sealing_key';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema.alterTable('users').addColumn('policy_accepted', 'text').execute();

  await db.schema
    .createTable('privacy_requests')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('verified_at', timestamp)
    .addColumn('verified_how', 'text')
    .addColumn('received_at', timestamp, (column) => column.notNull())
    .addColumn('acknowledge_by', timestamp, (column) => column.notNull())
    .addColumn('acknowledged_at', timestamp)
    .addColumn('due_at', timestamp, (column) => column.notNull())
    .addColumn('extension', 'text')
    .addColumn('closed_at', timestamp)
    .addColumn('outcome', 'text')
    .addColumn('answer', 'text')
    .addColumn('warned_at', timestamp)
    .execute();
  await db.schema
    .createIndex('privacy_requests_by_date')
    .on('privacy_requests')
    .columns(['received_at', 'id'])
    .execute();
  await db.schema.createIndex('privacy_requests_by_user').on('privacy_requests').column('user_id').execute();

  await db.schema
    .createTable('legal_holds')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('review_on', 'text', (column) => column.notNull())
    .addColumn('placed_by', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('placed_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('legal_holds_by_admin').on('legal_holds').column('placed_by').execute();
}
