import { today } from '../../../shared/dates.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { promiseMail } from './closing-mails.ts';
import { activeOffice, settingsOf } from './closing-settings.service.ts';

/** Told of in one run. */
const maxTold = 500;

/**
 * Tells approvers, once a day, of payments that are due today to keep the promise, or late. Only one process tells of a
 * row: the update claims it. A job.
 */
export async function remindOfPromises({
  db,
  config,
  mails,
}: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  const day = today();
  const isTold = await inTransaction(db, async (transaction) => {
    const { approvers } = await settingsOf(transaction);
    if (approvers.length === 0) return false;
    const told = await transaction
      .updateTable('closings')
      .set({ promise_told: day })
      .where('id', 'in', (e) =>
        e
          .selectFrom('closings')
          .select('id')
          .where('promise_due', 'is not', null)
          .where('paid_on', 'is', null)
          .where('promise_due', '<=', day)
          .where((row) => row.or([row('promise_told', 'is', null), row('promise_told', '<', day)]))
          .limit(maxTold),
      )
      .where((row) => row.or([row('promise_told', 'is', null), row('promise_told', '<', day)]))
      .returning('promise_due')
      .execute();
    if (told.length === 0) return false;
    const late = told.filter(({ promise_due }) => promise_due !== null && promise_due < day).length;
    const due = told.length - late;
    const text =
      late > 0
        ? `Closing payments are late: ${late}. Due today: ${due}`
        : `Closing payments are due today: ${due}`;
    const users = await activeOffice(
      transaction,
      approvers.map(({ user }) => user),
    );
    for (const { id, name, email } of users) {
      await transaction
        .insertInto('notifications')
        .values({ id: newId(), user_id: id, kind: 'closing', text, area: 'closings', created_at: now() })
        .execute();
      await queueMail(transaction, promiseMail({ name, email }, { due, late }, day, config.brokerage), {
        userId: id,
        area: 'closings',
      });
    }
    return users.length > 0;
  });
  if (isTold) mails.wake();
}
