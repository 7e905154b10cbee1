import type { DatabaseTransaction } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';

/** As much of a text as a notification quotes. */
const longestExcerpt = 200;

interface Removal {
  /** Whose it was, and who is told. */
  userId: string;
  what: 'post' | 'comment';
  /** What was written, in full. */
  text: string;
  reason: string;
  /** The post that a removed comment was on, while there is one. */
  postId?: string;
}

/** Tells a member that staff have removed what they wrote, and why; in the transaction that removes it. */
export async function notifyOfRemoval(
  transaction: DatabaseTransaction,
  { userId, what, text, reason, postId }: Removal,
): Promise<void> {
  await transaction
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: userId,
      kind: 'removed',
      // A removed post takes the notifications about it along.
      post_id: what === 'comment' ? (postId ?? null) : null,
      removed: what,
      text: excerpt(text),
      reason,
      created_at: now(),
    })
    .execute();
}

/** The beginning of a text in one line; whole characters only. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const characters = Array.from(line.slice(0, 2 * longestExcerpt));
  if (characters.length <= longestExcerpt) return line;
  return `${characters.slice(0, longestExcerpt).join('').trimEnd()}…`;
}
