import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { type Held, isNotOf, readHeldAccounts } from '../member-files/held.ts';

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

/** The condition that neither the post nor the comment of a row in `reports` is of an account under a hold. */
export const isOfNothingBy = ({ accounts }: Pick<Held, 'accounts'>) =>
  accounts.length === 0
    ? sql.lit(true)
    : sql<boolean>`not exists (select 1 from posts where posts.id = reports.post_id
        and posts.user_id in (${sql.join(accounts)}))
      and not exists (select 1 from comments where comments.id = reports.comment_id
        and comments.user_id in (${sql.join(accounts)}))`;

/**
 * Takes the words of a reporter whose account goes out of their reports, but for those about an author under a hold: the
 * clock takes these once it is lifted. Call it after acquiring the lock 'users'.
 */
export async function eraseReportersWords(
  transaction: DatabaseTransaction,
  reporterId: string,
): Promise<void> {
  const held = { accounts: await readHeldAccounts(transaction) };
  await transaction
    .updateTable('reports')
    .set({ details: null })
    .where('reporter_id', '=', reporterId)
    .where(isOfNothingBy(held))
    .execute();
  await transaction
    .updateTable('kept_reports')
    .set({ details: null })
    .where('reporter_id', '=', reporterId)
    .where(isNotOf(held, 'author_id'))
    .execute();
}
