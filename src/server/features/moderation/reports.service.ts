/** Reports by members. */

import { createHash } from 'node:crypto';
import type { ReportReason } from '../../../shared/moderation/report-reasons.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';

interface NewReport {
  reason: ReportReason;
  details: string;
}

/**
 * Reports a post with its present text (docs/product.md P14.1).
 * @throws 404 'Post not found'; 400 for one's own; 400 'Post already reported' for the same text, even if decided
 */
export async function reportPost(db: Database, actor: Actor, id: string, report: NewReport): Promise<void> {
  const post = await db
    .selectFrom('posts')
    .select(['user_id', 'text', 'edited_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!post) throw notFound('Post');
  if (post.user_id === actor.id) throw invalid('You cannot report your own post');
  const isNew = await addReport(db, actor, {
    ...report,
    postId: id,
    commentId: null,
    text: post.text,
    edited: post.edited_at,
  });
  if (!isNew) throw invalid('Post already reported');
}

/**
 * Reports a comment.
 * @throws 404 'Comment not found'; 400 for one's own; 400 'Comment already reported', even if decided
 */
export async function reportComment(
  db: Database,
  actor: Actor,
  { postId, commentId }: { postId: string; commentId: string },
  report: NewReport,
): Promise<void> {
  const comment = await db
    .selectFrom('comments')
    .select(['user_id', 'text'])
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  if (!comment) throw notFound('Comment');
  if (comment.user_id === actor.id) throw invalid('You cannot report your own comment');
  const isNew = await addReport(db, actor, {
    ...report,
    postId,
    commentId,
    text: comment.text,
    edited: null,
  });
  if (!isNew) throw invalid('Comment already reported');
}

interface Reported {
  postId: string;
  commentId: string | null;
  text: string;
  /** When the text was last edited (an ISO time). */
  edited: string | null;
}

/** False when the member has reported this text before. */
async function addReport(
  db: Database,
  actor: Actor,
  { postId, commentId, text, edited, reason, details }: NewReport & Reported,
): Promise<boolean> {
  if (await hasReportWithoutText(db, actor, { postId, commentId, edited })) return false;
  const added = await db
    .insertInto('reports')
    .values({
      id: newId(),
      post_id: postId,
      comment_id: commentId,
      reporter_id: actor.id,
      reason,
      details: details || null,
      text,
      text_sha256: hashOf(text),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A report from before texts were stored is on the present text, unless that was edited later. */
async function hasReportWithoutText(
  db: Database,
  actor: Actor,
  { postId, commentId, edited }: Omit<Reported, 'text'>,
): Promise<boolean> {
  let query = db
    .selectFrom('reports')
    .select('id')
    .where('post_id', '=', postId)
    .where('comment_id', commentId === null ? 'is' : '=', commentId)
    .where('reporter_id', '=', actor.id)
    .where('text', 'is', null);
  if (edited !== null) query = query.where('created_at', '>=', edited);
  return (await query.executeTakeFirst()) !== undefined;
}
