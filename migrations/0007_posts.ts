import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema.alterTable('users').addColumn('avatar_url', 'text').execute();

  await db.schema
    .createTable('posts')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    // Updated with each like and comment: reading the feed must not count rows.
    .addColumn('like_count', 'integer', (column) => column.notNull())
    .addColumn('comment_count', 'integer', (column) => column.notNull())
    .addColumn('pinned_at', timestamp)
    .addColumn('edited_at', timestamp)
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('posts_by_date').on('posts').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('posts_by_user').on('posts').columns(['user_id', 'created_at', 'id']).execute();
  await sql`create index posts_pinned on posts (pinned_at) where pinned_at is not null`.execute(db);

  // The primary key prevents a second like.
  await db.schema
    .createTable('post_likes')
    .addColumn('post_id', id, (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', id, (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_likes_once', ['post_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('post_likes_by_date')
    .on('post_likes')
    .columns(['post_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('post_likes_by_user').on('post_likes').column('user_id').execute();

  // A comment outlives its author (shown as "Former member").
  await db.schema
    .createTable('comments')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('post_id', id, (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('comments_by_date')
    .on('comments')
    .columns(['post_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('comments_by_user').on('comments').column('user_id').execute();
}
