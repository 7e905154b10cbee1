import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);

  await db.schema
    .createTable('mails')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('html', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('first_attempt_at', timestamp)
    .addColumn('next_attempt_at', timestamp, (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('sent_at', timestamp)
    .execute();
  await db.schema.createIndex('mails_by_turn').on('mails').columns(['state', 'next_attempt_at']).execute();

  await db.schema
    .createTable('contact_requests')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('spam', boolean, (column) => column.notNull())
    .addColumn('mail_id', id, (column) => column.references('mails.id').onDelete('set null'))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('contact_requests_by_email')
    .on('contact_requests')
    .columns(['email', 'created_at'])
    .execute();
}
