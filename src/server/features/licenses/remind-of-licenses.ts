import { addDays, today } from '../../../shared/dates.ts';
import { licenseReminderDays } from '../../../shared/licenses/license-reminders.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { notifyOfDuty } from '../notifications/notifications.service.ts';
import { licenseMail, whenItExpires } from './license-mails.ts';
import { daysUntil } from './licenses.service.ts';

/** Limit for one run; the next hour goes on. */
const batch = 500;

/** Reminds members whose license expires, once for each of `licenseReminderDays`; safe in several processes at once. A job. */
export async function remindOfLicenses({
  db,
  config,
  mails,
}: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  let reminded = false;
  // The last one first: it makes up for those that were missed.
  for (const step of licenseReminderDays.toReversed()) {
    const members = await dueMembers(db, step);
    for (const id of members) reminded = (await remind(db, config.brokerage, id, step)) || reminded;
  }
  if (reminded) mails.wake();
}

/** With at most `step` days left, and not reminded for it or for a smaller one. */
async function dueMembers(db: Database, step: number): Promise<string[]> {
  const rows = await db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.user_id')
    .select('licenses.user_id')
    .where('licenses.expires_on', '<=', addDays(today(), step))
    .where((e) => e.or([e('licenses.reminded', 'is', null), e('licenses.reminded', '>', step)]))
    .where(isActive)
    .limit(batch)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Only one process sends it: the update claims the row. */
async function remind(db: Database, brokerage: Brokerage, userId: string, step: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const license = await transaction
      .updateTable('licenses')
      .set({ reminded: step })
      .where('user_id', '=', userId)
      .where((e) => e.or([e('reminded', 'is', null), e('reminded', '>', step)]))
      // They may have entered a new date in between, which has its own reminders.
      .where('expires_on', '<=', addDays(today(), step))
      .returning(['number', 'expires_on'])
      .executeTakeFirst();
    if (!license?.expires_on) return false;
    const { name, email } = await transaction
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const expiring = { expires: license.expires_on, daysLeft: daysUntil(license.expires_on) };
    const mail = licenseMail({ name, email, number: license.number, ...expiring }, brokerage);
    await queueMail(transaction, mail, { userId });
    await notifyOfDuty(transaction, userId, 'license', `It ${whenItExpires(expiring)}.`);
    return true;
  });
}
