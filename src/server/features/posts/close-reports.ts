import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';

/** A report that was closed, with the text that it is on; null if it is from before texts were stored. */
export interface ClosedReport {
  id: string;
  text: string | null;
}

/**
 * Closes the open reports of a post or comment; returns them, newest first. First in every decision: a concurrent second one
 * waits here and finds none. A concurrent deletion by the author locks in the opposite order; PostgreSQL then aborts one of
 * the two, which is retried.
 */
export async function closeReports(
  transaction: DatabaseTransaction,
  of: { postId: string } | { commentId: string },
): Promise<ClosedReport[]> {
  const [id, isOf] = 'postId' in of ? [of.postId, sql`is null`] : [of.commentId, sql`is not null`];
  const closed = await transaction
    .updateTable('reports')
    .set({ resolved_at: now() })
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`coalesce(comment_id, post_id) = ${id} and comment_id ${isOf}`)
    .returning(['id', 'text', 'created_at'])
    .execute();
  return closed.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
}

/** As the queue sorts them. */
const keyOf = ({ created_at, id }: { created_at: string; id: string }) => `${created_at} ${id}`;

/** '' for none. */
export function reportsLabel({ length }: readonly ClosedReport[]): string {
  if (length === 0) return '';
  return length === 1 ? '1 report' : `${length} reports`;
}
