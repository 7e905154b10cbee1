import { sql } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import { maxLengths } from '../../../shared/limits.ts';
import type { Mention } from '../../../shared/text-parts.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';

/** How long a notification is kept, read or not. */
const retention = 90 * day;

/**
 * Tells of a new or changed text those whom it mentions and did not mention before, and of a comment the author of
 * the post; nobody of what they wrote themselves, and nobody twice. For the transaction that writes the text.
 */
export async function notifyOfText(
  transaction: DatabaseTransaction,
  { actor, postId, commentId, author, mentioned }: NewText,
): Promise<void> {
  const recipients = new Map<string, 'comment' | 'mention'>();
  if (author !== undefined) recipients.set(author, 'comment');
  for (const { user } of mentioned) recipients.set(user, 'mention');
  recipients.delete(actor.id);
  if (recipients.size === 0) return;
  const common = { actor_id: actor.id, post_id: postId, comment_id: commentId ?? null, created_at: now() };
  await transaction
    .insertInto('notifications')
    .values([...recipients].map(([user_id, kind]) => ({ id: newId(), user_id, kind, ...common })))
    // One post tells somebody once, also when the mention was taken out meanwhile.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface NewText {
  actor: Actor;
  postId: string;
  commentId?: string;
  /** Of the post that is commented on. */
  author?: string;
  mentioned: Mention[];
}

/**
 * Tells the author of a post that somebody likes it. All its likes are one notification: each new one makes it new
 * again. For the transaction that adds the like and holds the post's row.
 */
export async function notifyOfLike(
  transaction: DatabaseTransaction,
  { actor, postId, author }: { actor: Actor; postId: string; author: string },
): Promise<void> {
  if (author === actor.id) return;
  const newest = { actor_id: actor.id, created_at: now(), read_at: null };
  await transaction
    .insertInto('notifications')
    .values({ id: newId(), user_id: author, kind: 'like', post_id: postId, ...newest })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id'])
        // Word for word that of the index, or it is not found.
        .where(sql<boolean>`kind = 'like'`)
        .doUpdateSet(newest),
    )
    .execute();
}

/**
 * Takes somebody's like of a post (without one: all their likes) out of the notifications: the newest of the other
 * likers is named then, and with the last one the notification goes.
 */
export async function withdrawLikes(
  transaction: DatabaseTransaction,
  likerId: string,
  postId?: string,
): Promise<void> {
  const named = sql<boolean>`kind = 'like' and actor_id = ${likerId}
    ${postId === undefined ? sql`` : sql`and post_id = ${postId}`}`;
  const others = sql`from post_likes where post_likes.post_id = notifications.post_id
    and post_likes.user_id not in (notifications.user_id, ${likerId})`;
  await transaction
    .deleteFrom('notifications')
    .where(named)
    .where(sql<boolean>`not exists (select 1 ${others})`)
    .execute();
  await transaction
    .updateTable('notifications')
    .set({
      actor_id: sql<string>`(select post_likes.user_id ${others}
        order by post_likes.created_at desc, post_likes.id desc limit 1)`,
    })
    .where(named)
    .execute();
}

interface Removal {
  /** Whose it was, and who is notified. */
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
      text: excerpt(text, maxLengths.notification),
      reason,
      created_at: now(),
    })
    .execute();
}

export async function deleteExpiredNotifications(db: Database): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', fromNow(-retention)).execute();
}
