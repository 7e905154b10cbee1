/** A member's own notifications. */

import type { ExpressionBuilder } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { Notification } from '../../../shared/notifications.contract.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { preparedQuery } from '../../platform/db/prepared-query.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { holdsAreaOf } from '../../platform/rights.ts';
import { notificationColumns } from '../../tables/posts.ts';
import type { Tables } from '../../tables/tables.ts';

/** Counting more costs and helps no one. */
const maxUnreadCount = 100;

/** The actor's notifications, newest first, a page at a time. */
export async function listNotifications(
  db: Database,
  actor: Actor,
  { limit, after }: { limit: number; after?: Keyset | undefined },
): Promise<KeysetPage<Notification>> {
  let query = notificationsOf(db, actor).limit(limit + 1);
  if (after) query = query.where(beforeKeyset('notifications.created_at', 'notifications.id', after));
  const rows = (await query.execute()).map(toNotification);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

const notificationsOf = (db: Database, actor: Actor) =>
  db
    .selectFrom('notifications')
    .leftJoin('users as actor', 'actor.id', 'notifications.actor_id')
    .leftJoin('posts', 'posts.id', 'notifications.post_id')
    .leftJoin('comments', 'comments.id', 'notifications.comment_id')
    .leftJoin('post_likes as own_like', (join) =>
      join
        .onRef('own_like.post_id', '=', 'notifications.post_id')
        .onRef('own_like.user_id', '=', 'notifications.user_id'),
    )
    .select(columnsOf('notifications', notificationColumns))
    .select(['actor.name', 'actor.avatar_url', 'posts.text as post_text', 'posts.like_count'])
    .select(['comments.text as comment_text', 'own_like.id as own_like'])
    .where('notifications.user_id', '=', actor.id)
    .where(isOpenArea)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc');

/** The condition that its reader has the right to what it is about. */
const isOpenArea = (e: ExpressionBuilder<Tables, 'notifications'>) =>
  e.or([
    e('notifications.area', 'is', null),
    e.exists(
      e
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'notifications.user_id')
        .where(holdsAreaOf('notifications')),
    ),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof notificationsOf>['execute']>>[number];

function toNotification(row: Row): Notification {
  const { kind, actor_id, name } = row;
  const text = row.text ?? row.comment_text ?? row.post_text;
  return {
    _id: row.id,
    kind,
    date: row.created_at,
    read: row.read_at !== null,
    actor: actor_id === null || name === null ? null : { user: actor_id, name, avatar: row.avatar_url },
    post: row.post_id,
    comment: row.comment_id,
    excerpt: excerpt(text ?? '', maxLengths.notification),
    likeCount: kind === 'like' ? likesOfOthers(row) : null,
    removed: row.removed,
    reason: row.reason,
  };
}

const likesOfOthers = ({ like_count, own_like }: Row) =>
  Math.max(1, (like_count ?? 0) - (own_like === null ? 0 : 1));

/** The number of the actor's unread notifications; at most 100. */
export async function countUnread(db: Database, actor: Actor): Promise<number> {
  const [row] = await unread(db, { user: actor.id });
  return row?.count ?? 0;
}

// Called by every open page once a minute.
const unread = preparedQuery({ user: String }, (db, { user }) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', user)
        .where('read_at', 'is', null)
        .where(isOpenArea)
        .limit(maxUnreadCount)
        .as('unread'),
    )
    .select((e) => e.fn.countAll<number>().as('count')),
);

/** Marks the actor's notifications as read up to and including `until` (ISO date); returns the number unread, max 100. */
export async function markRead(db: Database, actor: Actor, until: string): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('notifications')
      .set({ read_at: now() })
      .where('user_id', '=', actor.id)
      .where('read_at', 'is', null)
      .where('created_at', '<=', until)
      .execute();
    return countUnread(transaction, actor);
  });
}
