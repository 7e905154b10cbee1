/**
 * Events for open feeds. A new field of a post belongs into the event `changed` here and in the office, or
 * open tabs keep the old one.
 */

import { sql } from 'kysely';
import type { FeedEvent, FeedEvents } from '../../../shared/posts/live-feed.contract.ts';
import { hour } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { orNull, preparedQuery } from '../../platform/db/prepared-query.ts';
import { parseMentions } from '../mentions/mentions.service.ts';
import { toComment } from './comment-rows.ts';

/** Clients away longer reload the feed. */
const retention = hour;
/** Clients that missed more reload the feed. */
const max = 500;

type NewFeedEvent =
  | { kind: 'post' | 'changed' | 'deleted'; postId: string; userId: string }
  | { kind: 'liked' | 'unliked'; postId: string; userId: string }
  | { kind: 'comment' | 'comment-deleted'; postId: string; commentId: string; userId: string }
  /** A change that is not sent in detail, such as a member deleted with all their posts. */
  | { kind: 'reload' };

/** Call it at the end of the transaction: its lock makes positions visible in order and without gaps. */
export async function recordFeedEvent(transaction: DatabaseTransaction, event: NewFeedEvent): Promise<void> {
  const [next] = await takePosition(transaction, {});
  if (!next) throw new Error('No feed position');
  await addEvent(transaction, {
    position: next.position,
    kind: event.kind,
    post_id: 'postId' in event ? event.postId : null,
    comment_id: 'commentId' in event ? event.commentId : null,
    user_id: 'userId' in event ? event.userId : null,
    created_at: now(),
  });
}

const takePosition = preparedQuery({}, (db) =>
  db
    .updateTable('feed_position')
    .set((row) => ({ position: row('position', '+', 1) }))
    .returning('position'),
);

const addEvent = preparedQuery(
  {
    position: Number,
    kind: String,
    post_id: orNull(String),
    comment_id: orNull(String),
    user_id: orNull(String),
    created_at: String,
  },
  (db, { kind, ...row }) =>
    db.insertInto('feed_events').values({ ...row, kind: sql<NewFeedEvent['kind']>`${kind}` }),
);

/** The position of the newest event; 0 before the first. */
export async function feedPosition(db: Database): Promise<number> {
  const row = await db.selectFrom('feed_position').select('position').executeTakeFirstOrThrow();
  return row.position;
}

/** The events after a position, or 'reload' when there are too many or some have expired. */
export async function eventsAfter(db: Database, after: number): Promise<FeedEvents> {
  const newest = await feedPosition(db);
  if (after === newest) return { position: newest, reload: false, events: [] };
  const rows = await rowsAfter(db, after);
  // Positions have no gaps: if the first is not the next one, earlier events have expired.
  const isWhole = rows[0]?.position === after + 1 && rows.length <= max;
  if (!isWhole || rows.some(({ kind }) => kind === 'reload')) {
    return { position: newest, reload: true, events: [] };
  }
  return { position: rows.at(-1)?.position ?? newest, reload: false, events: rows.flatMap(toFeedEvents) };
}

const rowsAfter = (db: Database, after: number) =>
  db
    .selectFrom('feed_events')
    .leftJoin('posts', 'posts.id', 'feed_events.post_id')
    .leftJoin('comments', 'comments.id', 'feed_events.comment_id')
    .leftJoin('users as commenter', 'commenter.id', 'comments.user_id')
    .select([
      'feed_events.position',
      'feed_events.kind',
      'feed_events.post_id as post',
      'feed_events.comment_id as comment',
      'feed_events.user_id as user',
      'posts.text',
      'posts.mentions',
      'posts.edited_at',
      'posts.pinned_at',
      'posts.like_count',
      'posts.comment_count',
      'comments.text as comment_text',
      'comments.mentions as comment_mentions',
      'comments.user_id as comment_user',
      'comments.created_at as comment_date',
      'commenter.name',
      'commenter.avatar_url',
    ])
    .where('feed_events.position', '>', after)
    .orderBy('feed_events.position')
    .limit(max + 1)
    .execute();

type Row = Awaited<ReturnType<typeof rowsAfter>>[number];

/** None for a post or comment that is gone: its deletion is an event of its own. */
function toFeedEvents(row: Row): FeedEvent[] {
  const { position, kind, post, user } = row;
  if (post === null || user === null) return [];
  if (kind === 'deleted') return [{ kind, position, post }];
  const { text, like_count: likeCount, comment_count: commentCount } = row;
  if (text === null || likeCount === null || commentCount === null) return [];
  switch (kind) {
    case 'post':
      return [{ kind, position, post, user }];
    case 'changed':
      return [
        {
          kind,
          position,
          post,
          text,
          mentions: parseMentions(row.mentions),
          edited: row.edited_at,
          pinned: row.pinned_at !== null,
        },
      ];
    case 'liked':
    case 'unliked':
      return [{ kind: 'likes', position, post, user, liked: kind === 'liked', likeCount }];
    case 'comment-deleted':
      return row.comment === null ? [] : [{ kind, position, post, comment: row.comment, commentCount }];
    case 'comment':
      return withComment(row, { kind, position, post, commentCount });
    case 'reload':
      return [];
  }
}

type CommentEvent = Extract<FeedEvent, { kind: 'comment' }>;

function withComment(row: Row, event: Omit<CommentEvent, 'comment'>): FeedEvent[] {
  const { comment: id, comment_text: text, comment_date: created_at } = row;
  if (id === null || text === null || created_at === null) return [];
  const { comment_user: user_id, comment_mentions: mentions, name, avatar_url } = row;
  return [{ ...event, comment: toComment({ id, text, mentions, user_id, created_at, name, avatar_url }) }];
}

/** Deletes expired events, in their order: a gap must never be between those that are left. */
export async function deleteExpiredFeedEvents(db: Database): Promise<void> {
  await inBatches(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('feed_events')
      .where('position', 'in', (old) =>
        old
          .selectFrom('feed_events')
          .select('position')
          .where('created_at', '<', fromNow(-retention))
          .orderBy('position')
          .limit(batch),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
