/**
 * Makes notifications (`notifyOf…`), in the transaction of their cause; `places` in `NotificationItem.tsx`
 * says where each leads.
 */

import { sql } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { type WorkEventName, workEvents } from '../../../shared/notifications/work-events.ts';
import type { Mention } from '../../../shared/text-parts.ts';
import { day, minute } from '../../../shared/time.ts';
import type { Right } from '../../../shared/users/rights.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import { preparedQuery } from '../../platform/db/prepared-query.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { hasRight } from '../../platform/rights.ts';

const retention = 90 * day;
/** For so long news of the office's work are collected into one email (docs/product.md P15.3). */
const collected = 10 * minute;

/** Notifies newly mentioned members and the post's author; call it in the transaction that writes the text. */
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
    // One notification per post and member, even if the mention was removed in between.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface NewText {
  actor: Actor;
  postId: string;
  commentId?: string;
  author?: string;
  mentioned: Mention[];
}

/** Creates the one notification of a post's likes, or renews it for news; call it with the post's row locked. */
export async function notifyOfLike(
  transaction: DatabaseTransaction,
  { actor, postId, author, isNews }: { actor: Actor; postId: string; author: string; isNews: boolean },
): Promise<void> {
  if (author === actor.id) return;
  const newest = { actor: actor.id, at: now() };
  if (!isNews) {
    await transaction
      .insertInto('notifications')
      .values({
        id: newId(),
        user_id: author,
        kind: 'like',
        post_id: postId,
        actor_id: actor.id,
        created_at: newest.at,
        read_at: newest.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await addLikeNotification(transaction, { id: newId(), author, postId, ...newest });
}

const addLikeNotification = preparedQuery(
  { id: String, author: String, postId: String, actor: String, at: String },
  (db, { id, author, postId, actor, at }) => {
    const newest = { actor_id: actor, created_at: at, read_at: null };
    return db
      .insertInto('notifications')
      .values({ id, user_id: author, kind: 'like', post_id: postId, ...newest })
      .onConflict((conflict) =>
        conflict
          .columns(['post_id'])
          // Must match the index's condition literally, or it is not used.
          .where(sql<boolean>`kind = 'like'`)
          .doUpdateSet(newest),
      );
  },
);

/** Whether the author has read of the likes of a post. */
export async function isLikeRead(transaction: DatabaseTransaction, postId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('notifications')
    .select('read_at')
    .where('post_id', '=', postId)
    .where(sql<boolean>`kind = 'like'`)
    .executeTakeFirst();
  return row !== undefined && row.read_at !== null;
}

/** Removes likes from notifications, which name the newest remaining like, or go with the last. */
export async function withdrawLikes(
  transaction: DatabaseTransaction,
  likerId: string,
  postIds?: string[],
): Promise<void> {
  const named = sql<boolean>`kind = 'like' and actor_id = ${likerId}
    ${postIds === undefined ? sql`` : sql`and post_id in (${sql.join(postIds)})`}`;
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
  /** The author, who is notified. */
  userId: string;
  what: 'post' | 'comment';
  text: string;
  reason: string;
  /** The post of a removed comment, while it exists. */
  postId?: string;
}

/** Notifies a member that staff removed their text, with the reason; call it in the transaction that removes it. */
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
      // Notifications that refer to a removed post are deleted with it.
      post_id: what === 'comment' ? (postId ?? null) : null,
      removed: what,
      text: excerpt(text, maxLengths.notification),
      reason,
      created_at: now(),
    })
    .execute();
}

/** Reminds a member; `text` is a sentence. Call it in the transaction that notes the reminder. */
export async function notifyOfDuty(
  transaction: DatabaseTransaction,
  userId: string,
  kind: 'license' | 'handbook' | 'missing' | 'due',
  text: string,
): Promise<void> {
  await transaction
    .insertInto('notifications')
    .values({ id: newId(), user_id: userId, kind, text, created_at: now() })
    .execute();
}

interface OwnNews {
  /** file: their license, their membership, or what they handed in. */
  kind: 'file' | 'agreement' | 'closing';
  /** The closing. */
  objectId?: string;
  actorId: string;
  /** A sentence. */
  text: string;
  reason?: string;
}

/** Tells a member what the office has decided about them, in its transaction; not of their own act. */
export async function notifyOfOwn(
  transaction: DatabaseTransaction,
  userId: string | null,
  { kind, objectId, actorId, text, reason = '' }: OwnNews,
): Promise<void> {
  if (userId === null || userId === actorId) return;
  await transaction
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: userId,
      kind,
      object_id: objectId ?? null,
      text: excerpt(text, maxLengths.notification),
      reason: reason || null,
      created_at: now(),
    })
    .execute();
}

interface ContentNews {
  /** review: something waits for the user · submission: theirs was decided · consent: their yes is asked for. */
  kind: 'review' | 'submission' | 'consent';
  /** Null for the office. */
  actorId: string | null;
  text: string;
  reason?: string;
}

/** Tells of a submission, in the transaction of the cause. Several that wait unread are one. */
export async function notifyOfSubmission(
  transaction: DatabaseTransaction,
  userIds: string[],
  { kind, actorId, text, reason }: ContentNews,
): Promise<void> {
  if (userIds.length === 0) return;
  if (kind === 'review') {
    await transaction
      .deleteFrom('notifications')
      .where('user_id', 'in', userIds)
      .where('kind', '=', kind)
      .where('read_at', 'is', null)
      .execute();
  }
  await transaction
    .insertInto('notifications')
    .values(
      userIds.map((user_id) => ({
        id: newId(),
        user_id,
        kind,
        actor_id: actorId,
        text: excerpt(text, maxLengths.notification),
        reason: reason ?? null,
        area: kind === 'review' ? ('content' as const) : null,
        created_at: now(),
      })),
    )
    .execute();
}

interface WorkNews {
  event: WorkEventName;
  /** The lead, application, agreement or closing; for a document its member. */
  objectId: string;
  /** Words of ours, where the object does not say it. */
  text?: string;
  /** Is not told of their own act; null for people without an account. */
  actorId: string | null;
  /** Addresses that get an email about it at once. */
  mailed?: readonly string[];
}

/**
 * Tells users that they have to act, in the transaction of the cause; an email follows if they want one. Those who may not
 * sign in or lack the right to it are left out.
 */
export async function notifyOfWork(
  transaction: DatabaseTransaction,
  userIds: Iterable<string>,
  { event, objectId, actorId, text, mailed = [] }: WorkNews,
): Promise<void> {
  const ids = new Set(userIds);
  if (actorId !== null) ids.delete(actorId);
  if (ids.size === 0) return;
  const { kind, area } = workEvents[event];
  const users = await transaction
    .selectFrom('users')
    .leftJoin('muted_areas', (join) =>
      join.onRef('muted_areas.user_id', '=', 'users.id').on('muted_areas.area', '=', area),
    )
    .select(['users.id', 'users.email', 'muted_areas.area as muted'])
    .where('users.id', 'in', [...ids])
    .where(isActive)
    .where(hasRight(area))
    .execute();
  if (users.length === 0) return;
  await transaction
    .insertInto('notifications')
    .values(
      users.map(({ id, email, muted }) => ({
        id: newId(),
        user_id: id,
        kind,
        event,
        object_id: objectId,
        actor_id: actorId,
        text: text ?? null,
        area,
        created_at: now(),
        mail_due_at: muted === null && !mailed.includes(email) ? fromNow(collected) : null,
      })),
    )
    .execute();
}

/** The ids of all who can sign in and have a right. */
export async function activeWith(db: Database | DatabaseTransaction, right: Right): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(isActive)
    .where(hasRight(right))
    .orderBy('id')
    .execute();
  return users.map(({ id }) => id);
}

export async function deleteExpiredNotifications(db: Database): Promise<void> {
  await deleteInBatches(db, 'notifications', sql`created_at < ${fromNow(-retention)}`);
}

/** Removes notifications of a member, and their name from those of others: at most `limit` of each. Returns how many at most. */
export async function removeNotifications(
  transaction: DatabaseTransaction,
  userId: string,
  limit: number,
): Promise<number> {
  const some = (column: 'user_id' | 'actor_id') =>
    transaction.selectFrom('notifications').select('id').where(column, '=', userId).limit(limit);
  const own = await transaction
    .deleteFrom('notifications')
    .where('id', 'in', some('user_id'))
    .executeTakeFirst();
  const others = await transaction
    .updateTable('notifications')
    .set({ actor_id: null })
    .where('id', 'in', some('actor_id'))
    .executeTakeFirst();
  return Math.max(Number(own.numDeletedRows), Number(others.numUpdatedRows));
}
