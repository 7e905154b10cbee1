import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';
import { bytesOf } from './bytes.ts';

/** Posts, likes and comments, and the notifications about them. */
export const feed = ({ id, timestamp, stored }: ColumnTypes) => [
  sql`create table posts (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    text text not null,
    -- Updated with each like and comment: reading the feed must not count rows.
    like_count integer not null,
    comment_count integer not null,
    pinned_at ${timestamp},
    edited_at ${timestamp},
    created_at ${timestamp} not null,
    -- JSON beside the text, so that a page of the feed needs no further query.
    mentions text,
    bytes integer ${bytesOf('text', 'mentions')} ${stored}
  )`,
  sql`create index posts_by_date on posts (created_at, id)`,
  sql`create index posts_by_owner on posts (user_id, bytes)`,
  sql`create index posts_by_user on posts (user_id, created_at, id)`,
  sql`create index posts_pinned on posts (pinned_at) where pinned_at is not null`,

  // The primary key prevents a second like.
  sql`create table post_likes (
    post_id ${id} not null references posts (id) on delete cascade,
    user_id ${id} not null references users (id) on delete cascade,
    id ${id} not null,
    created_at ${timestamp} not null,
    constraint post_likes_once primary key (post_id, user_id)
  )`,
  sql`create index post_likes_by_date on post_likes (post_id, created_at, id)`,
  sql`create index post_likes_by_user on post_likes (user_id)`,

  // A comment outlives its author (shown as "Former member").
  sql`create table comments (
    id ${id} primary key,
    post_id ${id} not null references posts (id) on delete cascade,
    user_id ${id} references users (id) on delete set null,
    text text not null,
    created_at ${timestamp} not null,
    mentions text,
    bytes integer ${bytesOf('text', 'mentions')} ${stored}
  )`,
  sql`create index comments_by_date on comments (post_id, created_at, id)`,
  sql`create index comments_by_owner on comments (user_id, bytes)`,

  // Feed events in commit order (docs/decisions/0008-the-live-feed.md).
  // No foreign keys: an event may outlive what it is about.
  sql`create table feed_events (
    position bigint primary key,
    kind text not null,
    post_id ${id},
    comment_id ${id},
    user_id ${id},
    created_at ${timestamp} not null
  )`,
  sql`create index feed_events_by_date on feed_events (created_at)`,

  // One row holds the last position: writers of events wait for each other's commits.
  sql`create table feed_position (
    id integer primary key,
    position bigint not null
  )`,

  sql`create table notifications (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    kind text not null,
    -- A comment outlives its author, and so does its notification.
    actor_id ${id} references users (id) on delete set null,
    post_id ${id} references posts (id) on delete cascade,
    comment_id ${id} references comments (id) on delete cascade,
    removed text,
    text text,
    reason text,
    created_at ${timestamp} not null,
    read_at ${timestamp}
  )`,
  // Foreign keys need these, or each delete scans the table.
  sql`create index notifications_by_actor on notifications (actor_id)`,
  sql`create index notifications_by_comment on notifications (comment_id)`,
  sql`create index notifications_by_date on notifications (created_at)`,
  sql`create index notifications_by_post on notifications (post_id)`,
  sql`create index notifications_by_user on notifications (user_id, created_at, id)`,
  sql`create unique index notifications_likes on notifications (post_id) where kind = 'like'`,
  // One mention per user and post, however often the post is edited.
  sql`create unique index notifications_mentions on notifications (post_id, user_id) where kind = 'mention' and comment_id is null`,
  sql`create index notifications_unread on notifications (user_id, created_at) where read_at is null`,

  sql`create table reports (
    id ${id} primary key,
    post_id ${id} not null references posts (id) on delete cascade,
    comment_id ${id} references comments (id) on delete cascade,
    reporter_id ${id} references users (id) on delete set null,
    reason text not null,
    details text,
    created_at ${timestamp} not null,
    resolved_at ${timestamp}
  )`,
  sql`create index reports_by_age on reports (created_at) where resolved_at is not null`,
  sql`create index reports_by_comment on reports (comment_id)`,
  // Foreign keys need these, or each delete scans the table.
  sql`create index reports_by_post on reports (post_id)`,
  sql`create index reports_by_reporter on reports (reporter_id)`,
  // A member reports a comment or post once, even after an admin has decided.
  sql`create unique index reports_once on reports ((coalesce(comment_id, post_id)), reporter_id)`,
  sql`create index reports_open on reports (created_at, id) where resolved_at is null`,
  sql`create index reports_open_by_thing on reports ((coalesce(comment_id, post_id)), created_at, id) where resolved_at is null`,
];
