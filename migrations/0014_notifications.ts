import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** What members are told of, and who is mentioned in posts and comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  // JSON texts kept with what is read anyway: a page of the feed asks nothing more for them.
  await db.schema.alterTable('posts').addColumn('mentions', 'text').execute();
  await db.schema.alterTable('comments').addColumn('mentions', 'text').execute();

  await db.schema
    .createTable('notifications')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    // Their comment outlives them, and so does the word of it.
    .addColumn('actor_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('post_id', id, (column) => column.references('posts.id').onDelete('cascade'))
    .addColumn('comment_id', id, (column) => column.references('comments.id').onDelete('cascade'))
    // Of what was removed: which of the two it was, its beginning, and the reason.
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
  // All likes of a post are one notification: the index is what makes a second one impossible.
  await sql`create unique index notifications_likes on notifications (post_id) where kind = 'like'`.execute(
    db,
  );
  // Nor is anybody told twice of being mentioned in one post, however often it is edited.
  await sql`create unique index notifications_mentions on notifications (post_id, user_id)
    where kind = 'mention' and comment_id is null`.execute(db);
  await db.schema.createIndex('notifications_by_date').on('notifications').column('created_at').execute();
  // For the references: whatever is deleted finds its notifications by these.
  await db.schema.createIndex('notifications_by_actor').on('notifications').column('actor_id').execute();
  await db.schema.createIndex('notifications_by_post').on('notifications').column('post_id').execute();
  await db.schema.createIndex('notifications_by_comment').on('notifications').column('comment_id').execute();
}
