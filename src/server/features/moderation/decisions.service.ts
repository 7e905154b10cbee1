/** Decides about reported items: keeps or removes them. */

import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { notifyOfRemoval } from '../notifications/notifications.service.ts';
import { removeCommentRow } from '../posts/comments.service.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { recordPostAuditEvent } from '../posts/post-audit.ts';
import { removePostRow } from '../posts/posts.service.ts';
import { demandAlone } from '../users/own-work.ts';

/**
 * Closes the reports on a post, which stays (docs/product.md P14.2).
 * @throws 404 'Report not found' when no report is open; 403 for the actor's own, unless no one else could decide
 */
export async function keepPost(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const count = await resolveReports(transaction, { postId: id });
    const post = await transaction
      .selectFrom('posts')
      .select(['id', 'text', 'user_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await demandNotOwn(transaction, actor, post.user_id, 'post');
    await recordPostAuditEvent(transaction, actor, 'post.kept', post, reportsLabel(count));
  });
}

/** As keepPost, for a comment. */
export async function keepComment(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const count = await resolveReports(transaction, { commentId: id });
    const comment = await transaction
      .selectFrom('comments')
      .select(['id', 'text', 'user_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await demandNotOwn(transaction, actor, comment.user_id, 'comment');
    await recordPostAuditEvent(transaction, actor, 'comment.kept', comment, reportsLabel(count));
  });
}

async function demandNotOwn(
  transaction: DatabaseTransaction,
  actor: Actor,
  author: string | null,
  what: 'post' | 'comment',
): Promise<void> {
  if (await isSamePerson(transaction, actor.id, author))
    await demandAlone(transaction, actor, `This ${what} is your own. Another admin has to decide.`);
}

/** Removes a reported post and notifies its author. @throws 404 'Report not found' when no report is open */
export async function removeReportedPost(
  db: Database,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await resolveReports(transaction, { postId: id });
    const post = await removePostRow(transaction, id);
    await notifyOfRemoval(transaction, { userId: post.user_id, what: 'post', text: post.text, reason });
    await recordPostAuditEvent(transaction, actor, 'post.removed', post, `reason: ${reason}`);
    await recordFeedEvent(transaction, { kind: 'deleted', postId: id, userId: actor.id });
  });
}

/** As removeReportedPost, for a comment. A former member is not notified. */
export async function removeReportedComment(
  db: Database,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await resolveReports(transaction, { commentId: id });
    const { post_id: postId } = await transaction
      .selectFrom('comments')
      .select('post_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const comment = await removeCommentRow(transaction, { postId, commentId: id });
    const { user_id: userId, text } = comment;
    if (userId) await notifyOfRemoval(transaction, { userId, what: 'comment', text, reason, postId });
    await recordPostAuditEvent(transaction, actor, 'comment.removed', comment, `reason: ${reason}`);
    await recordFeedEvent(transaction, { kind: 'comment-deleted', postId, commentId: id, userId: actor.id });
  });
}

/**
 * Closes the open reports of a post or comment; returns their number. First in every decision: a concurrent second one
 * waits here and finds none. A concurrent deletion locks in the opposite order; PostgreSQL then aborts one of the two,
 * which is retried.
 */
async function resolveReports(
  transaction: DatabaseTransaction,
  of: { postId: string } | { commentId: string },
): Promise<number> {
  const [id, isOf] = 'postId' in of ? [of.postId, sql`is null`] : [of.commentId, sql`is not null`];
  const { numUpdatedRows } = await transaction
    .updateTable('reports')
    .set({ resolved_at: now() })
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`coalesce(comment_id, post_id) = ${id} and comment_id ${isOf}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('Report');
  return Number(numUpdatedRows);
}

const reportsLabel = (reports: number) => (reports === 1 ? '1 report' : `${reports} reports`);
