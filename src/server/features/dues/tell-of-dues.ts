import { addDays, laterDay, today } from '../../../shared/dates.ts';
import { daysBetweenReminders } from '../../../shared/dues/dues.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { notifyOfDuty } from '../notifications/notifications.service.ts';
import { chargeAnnualFees } from './charge-annual-fees.ts';
import { duesMail, whatIsDue } from './dues-mails.ts';
import { storedDuesSettings } from './dues-settings.service.ts';

/** Limit for one run; the next hour goes on. */
const batch = 500;

type TellParts = Pick<Parts, 'db' | 'config' | 'mails'>;

/**
 * Charges annual fees, and tells members of what is new or due, and of what is overdue once a week; safe in several
 * processes at once. A job.
 */
export async function chargeAndTell(parts: TellParts): Promise<void> {
  await chargeAnnualFees(parts.db);
  let told = false;
  for (const id of await waiting(parts.db)) told = (await tell(parts, id)) || told;
  if (told) parts.mails.wake();
}

async function waiting(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('dues')
    .innerJoin('users', 'users.id', 'dues.user_id')
    .select('users.id')
    .distinct()
    .where('dues.tell_on', '<=', today())
    .where(isActive)
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/** Only one process tells a member: the update claims all of their open dues. */
async function tell({ db, config }: TellParts, userId: string): Promise<boolean> {
  const day = today();
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .updateTable('users')
      .set({ id: userId })
      .where('id', '=', userId)
      .returning(['name', 'email'])
      .executeTakeFirst();
    const claimed = await transaction
      .updateTable('dues')
      .set({ tell_on: addDays(day, daysBetweenReminders) })
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('tell_on', '<=', day)
      .returning('amount')
      .execute();
    if (!user || claimed.length === 0) return false;
    const { howToPay, since } = await storedDuesSettings(transaction);
    const open = await transaction
      .selectFrom('dues')
      .select(['amount', 'due_on'])
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where((e) => e.or([e('annual_on', 'is', null), e('annual_on', '>=', since ?? day)]))
      .orderBy('due_on')
      .execute();
    const total = open.reduce((sum, { amount }) => sum + Number(amount), 0);
    const due = open.find(({ amount }) => Number(amount) > 0)?.due_on ?? day;
    const told = transaction
      .updateTable('dues')
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('tell_on', 'is not', null);
    // A due is told of again on its day, a credit once.
    if (total > 0) await told.set({ tell_on: laterDay(due, addDays(day, daysBetweenReminders)) }).execute();
    else await told.set({ tell_on: null }).where('amount', '<', 0).execute();
    // Credits cover what is due: that is news with a new credit only.
    if (total <= 0 && claimed.every(({ amount }) => Number(amount) > 0)) return false;
    const what = { total, due, isOverdue: total > 0 && due < day };
    await queueMail(transaction, duesMail(user, what, howToPay, config.brokerage), { userId });
    await notifyOfDuty(transaction, userId, 'due', `Your dues: ${whatIsDue(what)}.`);
    return true;
  });
}
