import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0034_article_images';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('bulk_invitations')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('created_by', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('finished_at', timestamp)
    .execute();
  await db.schema
    .createIndex('bulk_invitations_by_user')
    .on('bulk_invitations')
    .column('created_by')
    .execute();

  await db.schema
    .createTable('bulk_invitation_rows')
    .addColumn('list_id', id, (column) =>
      column.notNull().references('bulk_invitations.id').onDelete('cascade'),
    )
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('mail_id', id, (column) => column.references('mails.id').onDelete('set null'))
    .addPrimaryKeyConstraint('bulk_invitation_rows_key', ['list_id', 'line'])
    .execute();
  await sql`create index bulk_invitation_rows_waiting on bulk_invitation_rows (list_id, line)
    where result = 'waiting'`.execute(db);
  // Foreign keys need these, or each delete scans the table.
  await db.schema
    .createIndex('bulk_invitation_rows_by_user')
    .on('bulk_invitation_rows')
    .column('user_id')
    .execute();
  await db.schema
    .createIndex('bulk_invitation_rows_by_mail')
    .on('bulk_invitation_rows')
    .column('mail_id')
    .execute();
}
