import { today } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { signAgainMail } from './agreement-mails.ts';

const between = 7 * day;
/** Limit for one run; the next hour goes on. */
const batch = 500;

/** Mails members who have yet to sign a new version, each at most once a week; safe in several processes at once. A job. */
export async function remindToSign(parts: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  let reminded = false;
  for (const id of await waiting(parts.db)) reminded = (await remind(parts, id)) || reminded;
  if (reminded) parts.mails.wake();
}

async function waiting(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('agreement_asks as ask')
    .innerJoin('users', 'users.id', 'ask.user_id')
    .select('ask.user_id')
    .where('ask.agreement_id', 'is', null)
    .where((e) => e.or([e('ask.reminded_at', 'is', null), e('ask.reminded_at', '<=', fromNow(-between))]))
    .where(isActive)
    .limit(batch)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Only one process sends it: the update claims the row. */
async function remind({ db, config }: Pick<Parts, 'db' | 'config'>, userId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const ask = await transaction
      .updateTable('agreement_asks')
      .set({ reminded_at: now() })
      .where('user_id', '=', userId)
      .where('agreement_id', 'is', null)
      .where((e) => e.or([e('reminded_at', 'is', null), e('reminded_at', '<=', fromNow(-between))]))
      .returning(['due_on', 'fees', 'note'])
      .executeTakeFirst();
    if (!ask) return false;
    const { name, email } = await transaction
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const mail = signAgainMail(
      {
        name,
        email,
        due: ask.due_on,
        fees: ask.fees,
        note: ask.note,
        isOverdue: ask.due_on < today(),
      },
      config.brokerage,
    );
    await queueMail(transaction, mail, { userId });
    return true;
  });
}
