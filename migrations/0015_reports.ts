import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('reports')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('post_id', id, (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('comment_id', id, (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('reporter_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('resolved_at', timestamp)
    .execute();

  // A member reports a comment or post once, even after an admin has decided.
  await sql`create unique index reports_once on reports ((coalesce(comment_id, post_id)), reporter_id)`.execute(
    db,
  );
  await sql`create index reports_open on reports (created_at, id) where resolved_at is null`.execute(db);
  await sql`create index reports_open_by_thing on reports ((coalesce(comment_id, post_id)), created_at, id)
    where resolved_at is null`.execute(db);
  // Foreign keys need these, or each delete scans the table.
  await db.schema.createIndex('reports_by_post').on('reports').column('post_id').execute();
  await db.schema.createIndex('reports_by_comment').on('reports').column('comment_id').execute();
  await db.schema.createIndex('reports_by_reporter').on('reports').column('reporter_id').execute();
}
