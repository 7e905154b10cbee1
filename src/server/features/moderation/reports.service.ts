/** Reports by members. */

import type { ReportReason } from '../../../shared/moderation/report-reasons.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';

interface NewReport {
  reason: ReportReason;
  details: string;
}

/** Reports a post. @throws 404 'Post not found'; 400 for one's own; 400 'Post already reported', even if decided */
export async function reportPost(db: Database, actor: Actor, id: string, report: NewReport): Promise<void> {
  const post = await db.selectFrom('posts').select('user_id').where('id', '=', id).executeTakeFirst();
  if (!post) throw notFound('Post');
  if (post.user_id === actor.id) throw invalid('You cannot report your own post');
  const isNew = await addReport(db, actor, { ...report, postId: id, commentId: null });
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
    .select('user_id')
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  if (!comment) throw notFound('Comment');
  if (comment.user_id === actor.id) throw invalid('You cannot report your own comment');
  const isNew = await addReport(db, actor, { ...report, postId, commentId });
  if (!isNew) throw invalid('Comment already reported');
}

/** False when the member has reported it before. */
async function addReport(
  db: Database,
  actor: Actor,
  { postId, commentId, reason, details }: NewReport & { postId: string; commentId: string | null },
): Promise<boolean> {
  const added = await db
    .insertInto('reports')
    .values({
      id: newId(),
      post_id: postId,
      comment_id: commentId,
      reporter_id: actor.id,
      reason,
      details: details || null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
