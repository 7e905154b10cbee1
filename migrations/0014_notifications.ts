import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  // JSON beside the text, so that a page of the feed needs no further query.
  await db.schema.alterTable('posts').addColumn('mentions', 'text').execute();
  await db.schema.alterTable('comments').addColumn('mentions', 'text').execute();

  await db.schema
    .createTable('notifications')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    // A comment outlives its author, and so does its notification.
    .addColumn('actor_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('post_id', id, (column) => column.references('posts.id').onDelete('cascade'))
    .addColumn('comment_id', id, (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('removed', 'text')
    .addColumn('text', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('read_at', timestamp)
    .execute();
  await db.schema
    .createIndex('notifications_by_user')
    .on('notifications')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  await sql`create index notifications_unread on notifications (user_id, created_at) where read_at is null`.execute(
    db,
  );
  await sql`create unique index notifications_likes on notifications (post_id) where kind = 'like'`.execute(
    db,
  );
  // One mention per user and post, however often the post is edited.
  await sql`create unique index notifications_mentions on notifications (post_id, user_id)
    where kind = 'mention' and comment_id is null`.execute(db);
  await db.schema.createIndex('notifications_by_date').on('notifications').column('created_at').execute();
  // Foreign keys need these, or each delete scans the table.
  await db.schema.createIndex('notifications_by_actor').on('notifications').column('actor_id').execute();
  await db.schema.createIndex('notifications_by_post').on('notifications').column('post_id').execute();
  await db.schema.createIndex('notifications_by_comment').on('notifications').column('comment_id').execute();
}
