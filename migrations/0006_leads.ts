import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createIndex('contact_requests_by_date')
    .on('contact_requests')
    .columns(['spam', 'created_at', 'id'])
    .execute();

  await db.schema
    .createTable('lead_notes')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('lead_id', id, (column) =>
      column.notNull().references('contact_requests.id').onDelete('cascade'),
    )
    // The name at that moment: a note outlives its author's account.
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('lead_notes_by_lead')
    .on('lead_notes')
    .columns(['lead_id', 'created_at'])
    .execute();
}
