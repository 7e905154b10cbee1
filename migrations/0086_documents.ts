import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * A document is private: its file lies in the image store under the id of a row of `images`, and this row keeps it from
 * the purge. Checks are what the office ticks of a member; every tick is a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);
  const reference = (table: string) => `${table}.id` as const;

  await db.schema
    .createTable('documents')
    .addColumn('id', id, (column) => column.primaryKey().references(reference('images')))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    // The member whom it is about.
    .addColumn('user_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('documents_by_user').on('documents').column('user_id').execute();

  await db.schema
    .createTable('member_checks')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('ticked', boolean, (column) => column.notNull())
    // A day in Los Angeles, as YYYY-MM-DD.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('by_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('by_name', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    // Of a member whose account has gone: from then on counts how long it stays.
    .addColumn('left_at', timestamp)
    .execute();
  await db.schema
    .createIndex('member_checks_by_user')
    .on('member_checks')
    .columns(['user_id', 'kind', 'id'])
    .execute();
  await db.schema.createIndex('member_checks_by_admin').on('member_checks').column('by_id').execute();
  await db.schema
    .createIndex('member_checks_of_former')
    .on('member_checks')
    .columns(['user_id', 'left_at', 'id'])
    .execute();
}
