import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);

  await db.schema
    .createTable('lead_events')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('lead_id', id, (column) =>
      column.notNull().references('contact_requests.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('author_id', id, (column) => column.references('users.id').onDelete('set null'))
    // The name at that moment: an event outlives its author's account.
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    // JSON: what an undo has to restore.
    .addColumn('undo', 'text')
    .addColumn('batch_id', id)
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('lead_events_by_lead')
    .on('lead_events')
    .columns(['lead_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('lead_events_by_batch').on('lead_events').column('batch_id').execute();
  await db.schema.createIndex('lead_events_by_author').on('lead_events').column('author_id').execute();

  await db.schema
    .createTable('lead_views')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('lead_views_by_user')
    .on('lead_views')
    .columns(['user_id', 'created_at'])
    .execute();

  await db.schema
    .createTable('lead_templates')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();

  // At most one row; without it the defaults of lead-settings.service.ts hold.
  await db.schema
    .createTable('lead_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('replies', boolean, (column) => column.notNull())
    .addColumn('reply_subject', 'text', (column) => column.notNull())
    .addColumn('reply_text', 'text', (column) => column.notNull())
    .addColumn('alert_hours', 'integer', (column) => column.notNull())
    .addColumn('opens_at', 'integer', (column) => column.notNull())
    .addColumn('closes_at', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('lead_digests')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('wanted', boolean, (column) => column.notNull())
    // YYYY-MM-DD of the last digest.
    .addColumn('sent_on', 'text')
    .execute();

  // Two requests of one person at once must become one lead; see db/locks.ts.
  await sql`insert into locks (name) values ('leads')`.execute(db);
}
