/** Decides about reported items: keeps or removes them. */

import { shortTitle } from '../../../shared/excerpt.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound, stale } from '../../platform/http-error.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { notifyOfRemoval } from '../notifications/notifications.service.ts';
import { type ClosedReport, closeReports, reportsLabel } from '../posts/close-reports.ts';
import { removeCommentRow } from '../posts/comments.service.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { recordPostAuditEvent } from '../posts/post-audit.ts';
import { removePostRow } from '../posts/posts.service.ts';
import { demandAlone } from '../users/own-work.ts';
import { versionOf } from './version.ts';

/**
 * Closes the reports on a post, which stays (docs/product.md P14.2).
 * @throws 404 'Report not found' when no report is open; 403 for the actor's own, unless no one else could decide; 412 when
 * text and newest report are no longer as `seen`, a version of the queue
 */
export async function keepPost(
  db: Database,
  actor: Actor,
  id: string,
  seen: string | undefined,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const resolved = await resolveReports(transaction, { postId: id });
    const post = await transaction
      .selectFrom('posts')
      .select(['id', 'text', 'user_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    demandSeen(seen, post, resolved, 'post');
    await demandNotOwn(transaction, actor, post.user_id, 'post');
    const more = `${reportsLabel(resolved.reports)}${reportedLabel(post, resolved)}`;
    await recordPostAuditEvent(transaction, actor, 'post.kept', post, more);
  });
}

/** As keepPost, for a comment. */
export async function keepComment(
  db: Database,
  actor: Actor,
  id: string,
  seen: string | undefined,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const resolved = await resolveReports(transaction, { commentId: id });
    const comment = await transaction
      .selectFrom('comments')
      .select(['id', 'text', 'user_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    demandSeen(seen, comment, resolved, 'comment');
    await demandNotOwn(transaction, actor, comment.user_id, 'comment');
    const more = `${reportsLabel(resolved.reports)}${reportedLabel(comment, resolved)}`;
    await recordPostAuditEvent(transaction, actor, 'comment.kept', comment, more);
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

interface Decision {
  reason: string;
  seen?: string | undefined;
}

/**
 * Removes a reported post and notifies its author, of the text that was reported.
 * @throws 404 'Report not found' when no report is open; 412 as keepPost
 */
export async function removeReportedPost(
  db: Database,
  actor: Actor,
  id: string,
  { reason, seen }: Decision,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const resolved = await resolveReports(transaction, { postId: id });
    const post = await removePostRow(transaction, id);
    demandSeen(seen, post, resolved, 'post');
    const text = resolved.newest.text ?? post.text;
    await notifyOfRemoval(transaction, { userId: post.user_id, what: 'post', text, reason });
    const more = `reason: ${reason}${reportedLabel(post, resolved)}`;
    await recordPostAuditEvent(transaction, actor, 'post.removed', post, more);
    await recordFeedEvent(transaction, { kind: 'deleted', postId: id, userId: actor.id });
  });
}

/** As removeReportedPost, for a comment. A former member is not notified. */
export async function removeReportedComment(
  db: Database,
  actor: Actor,
  id: string,
  { reason, seen }: Decision,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const resolved = await resolveReports(transaction, { commentId: id });
    const { post_id: postId } = await transaction
      .selectFrom('comments')
      .select('post_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const comment = await removeCommentRow(transaction, { postId, commentId: id });
    demandSeen(seen, comment, resolved, 'comment');
    const { user_id: userId } = comment;
    const text = resolved.newest.text ?? comment.text;
    if (userId) await notifyOfRemoval(transaction, { userId, what: 'comment', text, reason, postId });
    const more = `reason: ${reason}${reportedLabel(comment, resolved)}`;
    await recordPostAuditEvent(transaction, actor, 'comment.removed', comment, more);
    await recordFeedEvent(transaction, { kind: 'comment-deleted', postId, commentId: id, userId: actor.id });
  });
}

/** As closeReports. @throws 404 'Report not found' when none is open */
async function resolveReports(
  transaction: DatabaseTransaction,
  of: { postId: string } | { commentId: string },
): Promise<Resolved> {
  const reports = await closeReports(transaction, of);
  const [newest] = reports;
  if (!newest) throw notFound('Report');
  return { reports, newest };
}

interface Resolved {
  reports: ClosedReport[];
  newest: ClosedReport;
}

/** Call it in the decision's transaction, which it undoes. @throws 412 when it is not what was looked at */
function demandSeen(
  seen: string | undefined,
  { text }: { text: string },
  { newest }: Resolved,
  what: 'post' | 'comment',
): void {
  if (seen !== undefined && seen !== versionOf(text, newest.id)) throw stale(`This ${what}`);
}

/** The beginning of what was reported, for the audit log, where it is other than the present text. */
const reportedLabel = (present: { text: string }, { newest: { text } }: Resolved): string =>
  text === null || text === present.text ? '' : ` · reported text: ${shortTitle(text)}`;
