/** Comments on posts. */

import { sql } from 'kysely';
import type { Comment } from '../../../shared/posts/posts.contract.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { orNull, preparedQuery } from '../../platform/db/prepared-query.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import type { Hit } from '../../platform/http/rate-limits.ts';
import { forbidden, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { findMentioned, mentionsText, type TextInput } from '../mentions/mentions.service.ts';
import { notifyOfRemoval, notifyOfText } from '../notifications/notifications.service.ts';
import { bytesOfTexts, reserveFeedStorage } from '../storage/storage.service.ts';
import { closeReports, reportsLabel } from './close-reports.ts';
import { newestComments, toComment } from './comment-rows.ts';
import { recordFeedEvent } from './feed-events.service.ts';
import { keepHeldReports } from './keep-reports.ts';
import { type AuditedText, recordPostAuditEvent } from './post-audit.ts';

/** A post's comments, newest first, a page at a time. @throws 404 'Post not found' */
export async function listComments(
  db: Database,
  postId: string,
  { limit, after }: { limit: number; after?: Keyset | undefined },
): Promise<KeysetPage<Comment>> {
  const post = await db.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst();
  if (!post) throw notFound('Post');
  let query = newestComments(db, sql.val(postId), limit + 1);
  if (after) query = query.where(beforeKeyset('comments.created_at', 'comments.id', after));
  const rows = (await query.execute()).map(toComment);
  return toPage(rows, limit);
}

const toPage = (rows: Comment[], limit: number) =>
  toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));

/** For responses to changes; the Link header leads to the rest. */
const newest = 100;
const newestCommentsOn = preparedQuery({ postId: String }, (db, { postId }) =>
  newestComments(db, postId, newest + 1),
);
const commentsAfterChange = async (db: Database, postId: string) =>
  toPage((await newestCommentsOn(db, { postId })).map(toComment), newest);

/**
 * Adds a comment; notifies mentioned members and the post's author. Returns the newest comments.
 * @throws 404 'Post not found'; 422 for a key that another request used
 */
export async function addComment(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  postId: string,
  { text, mentions: requested }: TextInput,
  { key, hits = [] }: { key?: IdempotencyKey | undefined; hits?: readonly Hit[] } = {},
): Promise<KeysetPage<Comment>> {
  const work = async (transaction: DatabaseTransaction) => {
    const size = { bytes: bytesOfTexts(text), maxMentions: requested.length };
    await reserveFeedStorage(transaction, parts.config, actor, size);
    // The post's row first: locks out concurrent changes of its count, and its deletion.
    const [post] = await countComment(transaction, { postId });
    if (!post) throw notFound('Post');
    const commentId = newId();
    const mentioned = await findMentioned(transaction, text, requested);
    const mentions = mentionsText(mentioned);
    const row = { id: commentId, post_id: postId, user_id: actor.id, text, mentions, created_at: now() };
    await insertComment(transaction, row);
    await notifyOfText(transaction, { actor, postId, commentId, author: post.user_id, mentioned });
    const comments = await commentsAfterChange(transaction, postId);
    await recordFeedEvent(transaction, { kind: 'comment', postId, commentId, userId: actor.id });
    return comments;
  };
  return onceInTransaction(parts.db, key, work, hits);
}

const countComment = preparedQuery({ postId: String }, (db, { postId }) =>
  db
    .updateTable('posts')
    .set((row) => ({ comment_count: row('comment_count', '+', 1) }))
    .where('id', '=', postId)
    .returning('user_id'),
);

const insertComment = preparedQuery(
  {
    id: String,
    post_id: String,
    user_id: String,
    text: String,
    mentions: orNull(String),
    created_at: String,
  },
  (db, row) => db.insertInto('comments').values(row),
);

/**
 * Removes a comment; an admin's removal of another user's closes its reports, is recorded and told to its author. Returns the
 * newest remaining comments.
 * @throws 404 'Post not found' or 'Comment not found'; 403 but for its author and admins
 */
export async function removeComment(
  db: Database,
  actor: Actor,
  place: CommentPath,
): Promise<KeysetPage<Comment>> {
  return inTransaction(db, async (transaction) => {
    const author = await authorOf(transaction, place);
    const isOthers = author !== undefined && author !== actor.id;
    if (isOthers && !actor.admin) throw forbidden();
    const reports = isOthers ? await closeReports(transaction, { commentId: place.commentId }) : [];
    const removed = await removeCommentRow(transaction, place);
    if (isOthers) {
      const { text } = removed;
      if (author !== null)
        await notifyOfRemoval(transaction, {
          userId: author,
          what: 'comment',
          text,
          reason: '',
          postId: place.postId,
        });
      await recordPostAuditEvent(transaction, actor, 'comment.removed', removed, reportsLabel(reports));
    }
    const comments = await commentsAfterChange(transaction, place.postId);
    await recordFeedEvent(transaction, { kind: 'comment-deleted', ...place, userId: actor.id });
    return comments;
  });
}

/** Null for a former member, undefined for no such comment. */
async function authorOf(
  transaction: DatabaseTransaction,
  { postId, commentId }: CommentPath,
): Promise<string | null | undefined> {
  const comment = await transaction
    .selectFrom('comments')
    .select('user_id')
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return comment?.user_id;
}

interface CommentPath {
  postId: string;
  commentId: string;
}

/** Checks no rights; the caller records the feed event last. @throws 404 'Post not found' or 'Comment not found' */
export async function removeCommentRow(
  transaction: DatabaseTransaction,
  { postId, commentId }: CommentPath,
): Promise<AuditedText> {
  await keepHeldReports(transaction, 'comment_id', [commentId]);
  const { numUpdatedRows } = await transaction
    .updateTable('posts')
    .set((row) => ({ comment_count: row('comment_count', '-', 1) }))
    .where('id', '=', postId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('Post');
  const comment = await transaction
    .deleteFrom('comments')
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .returning(['id', 'text', 'user_id'])
    .executeTakeFirst();
  // Throws within the transaction, which undoes the count.
  if (!comment) throw notFound('Comment');
  return comment;
}

/** Leaves comments as those of a former member, at most `limit`. Returns how many. */
export async function disownComments(
  transaction: DatabaseTransaction,
  userId: string,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('comments')
    .set({ user_id: null })
    .where('id', 'in', (own) =>
      own.selectFrom('comments').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
