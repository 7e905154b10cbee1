/** A member's own notifications. */

import type { ExpressionBuilder } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
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

/** With what they are about as it is now; it may have gone since. */
export const notificationsOf = (db: Database | DatabaseTransaction, actor: Pick<Actor, 'id'>) =>
  db
    .selectFrom('notifications')
    .leftJoin('closings as closing', (join) =>
      join.onRef('closing.id', '=', 'notifications.object_id').on('notifications.kind', '=', 'closing'),
    )
    .leftJoin('contact_requests as lead', (join) =>
      join.onRef('lead.id', '=', 'notifications.object_id').on('notifications.kind', '=', 'lead'),
    )
    .leftJoin('applications as application', (join) =>
      join
        .onRef('application.id', '=', 'notifications.object_id')
        .on('notifications.kind', '=', 'application'),
    )
    .leftJoin('contact_requests as applicant', 'applicant.id', 'application.lead_id')
    .leftJoin('agreements as agreement', (join) =>
      join.onRef('agreement.id', '=', 'notifications.object_id').on('notifications.kind', '=', 'agreement'),
    )
    .leftJoin('users as member', (join) =>
      join.onRef('member.id', '=', 'notifications.object_id').on('notifications.kind', '=', 'document'),
    )
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
    .select(['closing.agent_name', 'closing.property', 'closing.gross', 'agreement.name as signed_name'])
    .select('member.name as member_name')
    .select(['lead.first_name', 'lead.last_name', 'lead.phone', 'application.answers'])
    .select(['applicant.first_name as applicant_first', 'applicant.last_name as applicant_last'])
    .where('notifications.user_id', '=', actor.id)
    .where(isOpenArea)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc');

/** The condition that its reader has the right to what it is about. */
export const isOpenArea = (e: ExpressionBuilder<Tables, 'notifications'>) =>
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

/** The person that the work is about; undefined once it has gone. */
export function personOf(row: Row): string | undefined {
  if (row.first_name !== null) return `${row.first_name} ${row.last_name}`;
  if (row.answers !== null) {
    const { name }: { name?: string } = JSON.parse(row.answers);
    return name ?? `${row.applicant_first} ${row.applicant_last}`;
  }
  return row.signed_name ?? row.agent_name ?? row.member_name ?? undefined;
}

/** In words: the property with its amount, the number to call, or what was handed in. */
const aboutWork = ({ property, gross, phone, text }: Row): string =>
  property === null || gross === null
    ? (phone ?? text ?? '')
    : `${property}, ${formatMoney(gross)} commission`;

function toNotification(row: Row): Notification {
  const { kind, event, object_id, actor_id, name } = row;
  const text = event ? aboutWork(row) : (row.text ?? row.comment_text ?? row.post_text);
  const person = personOf(row);
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
    ...(event !== null && { event }),
    ...(object_id !== null && person !== undefined && { object: object_id, person }),
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
