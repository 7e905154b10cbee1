import { addDays, laterDay, today } from '../../../shared/dates.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { notifyOfDuty } from '../notifications/notifications.service.ts';
import { chargeAnnualFees } from './charge-annual-fees.ts';
import { duesMail, whatIsDue } from './dues-mails.ts';
import { duesSettings } from './dues-settings.service.ts';

const between = 7;
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
      .set({ tell_on: addDays(day, between) })
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('tell_on', '<=', day)
      .returning('id')
      .execute();
    if (!user || claimed.length === 0) return false;
    const open = await transaction
      .selectFrom('dues')
      .select(['amount', 'due_on'])
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('tell_on', 'is not', null)
      .orderBy('due_on')
      .execute();
    const total = open.reduce((sum, { amount }) => sum + Number(amount), 0);
    const due = open.find(({ amount }) => Number(amount) > 0)?.due_on ?? day;
    // A due is told of again on its day, a credit once.
    const next = total > 0 ? laterDay(due, addDays(day, between)) : null;
    await transaction
      .updateTable('dues')
      .set({ tell_on: next })
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('tell_on', 'is not', null)
      .execute();
    const what = { total, due, isOverdue: total > 0 && due < day };
    const { howToPay } = await duesSettings(transaction);
    await queueMail(transaction, duesMail(user, what, howToPay, config.brokerage), { userId });
    await notifyOfDuty(transaction, userId, 'due', `Your dues: ${whatIsDue(what)}.`);
    return true;
  });
}
