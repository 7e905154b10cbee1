import { type FindingKind, weekDays } from '../../../shared/compliance/findings.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { day } from '../../../shared/time.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { settleFiles } from '../member-files/settle.ts';
import { notifyOfDuty } from '../notifications/notifications.service.ts';
import { readOwn } from './education.service.ts';
import { missingMail, whatIsMissing } from './education-mails.ts';

/** Licenses and pages of the handbook have reminders of their own. */
const reminded: FindingKind[] = ['eo', 'auto', 'education'];
const between = 7 * day;
/** Limit for one run; the next hour goes on. */
const batch = 500;

/** Reminds members of insurance and education that is due, each at most once a week; safe in several processes at once. A job. */
export async function remindOfMissing({
  db,
  config,
  mails,
}: Pick<Parts, 'db' | 'config' | 'mails'>): Promise<void> {
  let sent = false;
  for (const file of await waiting(db)) sent = (await remind(db, config.brokerage, file)) || sent;
  if (sent) mails.wake();
}

async function waiting(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('member_file_findings as finding')
    .innerJoin('member_files as file', 'file.id', 'finding.file_id')
    .innerJoin('users', 'users.id', 'file.user_id')
    .select('file.id')
    .distinct()
    .where('finding.kind', 'in', reminded)
    .where('finding.shown_on', '<=', today())
    .where('finding.due_on', '<=', addDays(today(), weekDays))
    .where((e) => e.or([e('file.reminded_at', 'is', null), e('file.reminded_at', '<=', fromNow(-between))]))
    .where(isActive)
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/** Only one process sends it: the update claims the row. */
async function remind(db: Database, brokerage: Brokerage, fileId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const first = await transaction
      .updateTable('member_files')
      .set({ reminded_at: now() })
      .where('id', '=', fileId)
      .where((e) => e.or([e('reminded_at', 'is', null), e('reminded_at', '<=', fromNow(-between))]))
      .returning('user_id')
      .executeTakeFirst();
    if (!first?.user_id) return false;
    // A license or a setting may have changed since.
    await settleFiles(transaction, [fileId]);
    const findings = await missingOf(transaction, first.user_id);
    if (findings.length === 0) return false;
    const user = await transaction
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', first.user_id)
      .executeTakeFirstOrThrow();
    await queueMail(transaction, missingMail({ ...user, findings }, brokerage), { userId: first.user_id });
    await notifyOfDuty(transaction, first.user_id, 'missing', `${findings.map(whatIsMissing).join('. ')}.`);
    return true;
  });
}

/** Not what waits for the office: a renewal that its member has marked complete. */
async function missingOf(db: Database, userId: string) {
  const { findings, education } = await readOwn(db, userId);
  return findings.filter(
    ({ kind, state }) =>
      reminded.includes(kind) &&
      (state === 'wrong' || state === 'due') &&
      !(kind === 'education' && education.state === 'marked'),
  );
}
