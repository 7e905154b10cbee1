import { today } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { day } from '../../../shared/time.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { notifyOfDuty } from '../notifications/notifications.service.ts';
import { handbookMail, whatIsOpen } from './handbook-mails.ts';
import { openPages } from './reading.service.ts';

/** From being asked to the first reminder: most read at once. */
const patience = day;
const between = 7 * day;
/** Limit for one run; the next hour goes on. */
const batch = 500;

/** Reminds members of pages to acknowledge, each at most once a week; safe in several processes at once. A job. */
export async function remindOfPages({
  db,
  config,
  mails,
}: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  let reminded = false;
  for (const id of await waiting(db)) reminded = (await remind(db, config.brokerage, id)) || reminded;
  if (reminded) mails.wake();
}

async function waiting(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('handbook_asks as ask')
    .innerJoin('users', 'users.id', 'ask.user_id')
    .innerJoin('handbook_pages as page', 'page.id', 'ask.page_id')
    .leftJoin('handbook_reminders as reminder', 'reminder.user_id', 'ask.user_id')
    .select('ask.user_id')
    .distinct()
    .where('ask.done_at', 'is', null)
    .where('ask.asked_at', '<=', fromNow(-patience))
    .where((e) => e.or([e('reminder.sent_at', 'is', null), e('reminder.sent_at', '<=', fromNow(-between))]))
    .where('page.deleted_at', 'is', null)
    .where(isActive)
    .limit(batch)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Only one process sends it: writing the row claims the reminder. */
async function remind(db: Database, brokerage: Brokerage, userId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const first = await transaction
      .insertInto('handbook_reminders')
      .values({ user_id: userId, sent_at: now() })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sent_at: now() })
          .where('handbook_reminders.sent_at', '<=', fromNow(-between)),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!first) return false;
    const open = await openPages(transaction, userId);
    const [{ due } = { due: '' }] = open;
    // They may have read it in between.
    if (open.length === 0) return false;
    const { name, email } = await transaction
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const what = { count: open.length, due, isOverdue: due < today() };
    await queueMail(transaction, handbookMail({ name, email, ...what }, brokerage), { userId });
    await notifyOfDuty(transaction, userId, 'handbook', `${whatIsOpen(what)}.`);
    return true;
  });
}
