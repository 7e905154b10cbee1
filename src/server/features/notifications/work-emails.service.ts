/** Emails about the work that waits for someone in the office, and who wants them (docs/product.md P15.3, P15.4). */

import { workEvents } from '../../../shared/notifications/work-events.ts';
import { may, type Right, rightNames } from '../../../shared/users/rights.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { isOpenArea, notificationsOf, personOf } from './own-notifications.service.ts';
import { type WorkItem, workMail } from './work-mails.ts';

interface WorkMail {
  area: Right;
  wanted: boolean;
}

const areas: readonly Right[] = rightNames.filter((right) =>
  Object.values(workEvents).some(({ area }) => area === right),
);

/** Wanted unless the user has said otherwise. */
export async function listWorkMails(db: Database, actor: Actor): Promise<WorkMail[]> {
  const muted = await db.selectFrom('muted_areas').select('area').where('user_id', '=', actor.id).execute();
  return areas
    .filter((area) => may(actor, area))
    .map((area) => ({ area, wanted: !muted.some((each) => each.area === area) }));
}

export async function setWorkMail(
  db: Database,
  actor: Actor,
  { area, wanted }: WorkMail,
): Promise<WorkMail[]> {
  if (wanted)
    await db.deleteFrom('muted_areas').where('user_id', '=', actor.id).where('area', '=', area).execute();
  else
    await db
      .insertInto('muted_areas')
      .values({ user_id: actor.id, area })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return listWorkMails(db, actor);
}

const usersAtOnce = 500;

/** Emails what each has to act on, all that waits for the same person in one; a job. */
export async function mailOfWork({
  db,
  config,
  mails,
}: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  const due = await db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('mail_due_at', '<=', now())
    .limit(usersAtOnce)
    .execute();
  for (const { user_id } of due)
    await inTransaction(db, (transaction) => mailTo(transaction, { config }, user_id));
  if (due.length > 0) mails.wake();
}

async function mailTo(
  transaction: DatabaseTransaction,
  { config }: Pick<Parts, 'config'>,
  userId: string,
): Promise<void> {
  // Claims also what came since the first one: another process finds none of it.
  const claimed = await transaction
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where('user_id', '=', userId)
    .where('mail_due_at', 'is not', null)
    .returning('id')
    .execute();
  if (claimed.length === 0) return;
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email', 'admin'])
    .where('id', '=', userId)
    .where(isActive)
    .executeTakeFirst();
  if (!user) return;
  const rows = await notificationsOf(transaction, user)
    .where(
      'notifications.id',
      'in',
      claimed.map(({ id }) => id),
    )
    .where('notifications.read_at', 'is', null)
    .where(isOpenArea)
    .execute();
  const items = rows.reverse().flatMap(({ event, object_id, property, gross, text, ...row }): WorkItem[] => {
    const person = personOf({ property, gross, event, object_id, text, ...row });
    if (event === null || object_id === null || person === undefined) return [];
    return [{ event, object: object_id, person, property, amount: gross, text }];
  });
  // One area each, so that an email goes with the right to it; admins have every one.
  const bundles = user.admin
    ? [{ area: 'admin' as const, items }]
    : areas.map((area) => ({ area, items: items.filter(({ event }) => workEvents[event].area === area) }));
  for (const { area, items } of bundles)
    if (items.length > 0)
      await queueMail(transaction, workMail(user, items, config.brokerage), { userId, area });
}
