import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { readHeldAccounts } from '../member-files/held.ts';

/**
 * Keeps the decided reports whose reporter or author is under a legal hold (docs/product.md P19.8). Call it before their
 * posts, or comments, are deleted.
 */
export async function keepHeldReports(
  transaction: DatabaseTransaction,
  of: 'post_id' | 'comment_id',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const reports = transaction.selectFrom('reports').where(`reports.${of}`, 'in', ids);
  if (!(await reports.select('reports.id').limit(1).executeTakeFirst())) return;
  await acquireLock(transaction, 'users');
  const accounts = await readHeldAccounts(transaction);
  if (accounts.length === 0) return;
  // A no-op update waits for a decision under way.
  await transaction
    .updateTable('reports')
    .set((report) => ({ reason: report.ref('reason') }))
    .where(of, 'in', ids)
    .execute();
  const decided = await reports
    .innerJoin('posts', 'posts.id', 'reports.post_id')
    .leftJoin('comments', 'comments.id', 'reports.comment_id')
    .select(['reports.id', 'reports.post_id', 'reports.comment_id', 'reports.reporter_id'])
    .select([
      'reports.reason',
      'reports.details',
      'reports.text',
      'reports.created_at',
      'reports.resolved_at',
    ])
    .select(['posts.user_id as post_author', 'comments.user_id as comment_author'])
    .where('reports.resolved_at', 'is not', null)
    .execute();
  const kept = decided.flatMap(({ post_author, comment_author, resolved_at, ...report }) => {
    const author_id = report.comment_id === null ? post_author : comment_author;
    const isHeld = [author_id, report.reporter_id].some((id) => id !== null && accounts.includes(id));
    return isHeld && resolved_at !== null ? [{ ...report, author_id, resolved_at }] : [];
  });
  if (kept.length > 0) await transaction.insertInto('kept_reports').values(kept).execute();
}
