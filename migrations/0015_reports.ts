import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** What members report of posts and comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('reports')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('post_id', id, (column) => column.notNull().references('posts.id').onDelete('cascade'))
    // Null when the post itself is reported.
    .addColumn('comment_id', id, (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('reporter_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('resolved_at', timestamp)
    .execute();

  // What is reported is the comment or, without one, the post. The index is what makes a second report of one
  // member impossible, also after the first was decided about.
  await sql`create unique index reports_once on reports ((coalesce(comment_id, post_id)), reporter_id)`.execute(
    db,
  );
  // For the queue: the open reports by date, and those of one thing.
  await sql`create index reports_open on reports (created_at, id) where resolved_at is null`.execute(db);
  await sql`create index reports_open_by_thing on reports ((coalesce(comment_id, post_id)), created_at, id)
    where resolved_at is null`.execute(db);
  // For the references: whatever is deleted finds its reports by these.
  await db.schema.createIndex('reports_by_post').on('reports').column('post_id').execute();
  await db.schema.createIndex('reports_by_comment').on('reports').column('comment_id').execute();
  await db.schema.createIndex('reports_by_reporter').on('reports').column('reporter_id').execute();
}
