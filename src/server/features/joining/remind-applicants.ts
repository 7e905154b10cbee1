import { day } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Parts } from '../../platform/parts.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isOpen } from './applicant.service.ts';
import { lockApplication, recordEvent, tokenOf } from './application-rows.ts';
import { reminderLetter } from './joining-mails.ts';
import { applicantOf, linkOf, queueLinkLetter } from './letters.ts';

/** Limit for one run; the next hour goes on. */
const batch = 200;

/**
 * Reminds those who have not signed, twice at most, as the settings say and never after the link is over; safe in several
 * processes at once. A job.
 */
export async function remindApplicants(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
): Promise<void> {
  const { remind_first, remind_second } = await parts.db
    .selectFrom('agreement_settings')
    .select(['remind_first', 'remind_second'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  let reminded = false;
  // The second first: an applicant never gets both in one run.
  const reminders = [
    { before: 1, days: remind_second },
    { before: 0, days: remind_first },
  ];
  for (const { before, days } of reminders) {
    if (days === 0) continue;
    for (const id of await waiting(parts, before, days))
      reminded = (await remind(parts, id, before, days)) || reminded;
  }
  if (reminded) parts.mails.wake();
}

async function waiting({ db }: Pick<Parts, 'db'>, before: number, days: number): Promise<string[]> {
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where('reminded', '=', before)
    .where('invited_at', '<=', fromNow(-days * day))
    .where('state', 'in', ['invited', 'started'])
    .where('expires_at', '>', now())
    .orderBy('invited_at')
    .orderBy('id')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/** Only one process sends it: the row is locked, and the others find it reminded. */
async function remind(
  { db, config, sealing }: Pick<Parts, 'db' | 'config' | 'sealing'>,
  id: string,
  before: number,
  days: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await lockApplication(transaction, { id });
    const isDue = row.reminded === before && row.invited_at <= fromNow(-days * day);
    if (!isDue || !isOpen(row) || (row.expires_at ?? '') <= now()) return false;
    await transaction
      .updateTable('applications')
      .set({ reminded: before + 1 })
      .where('id', '=', id)
      .execute();
    // By another key than when it was made, the link cannot be mailed again.
    if (hashToken(tokenOf(sealing, row)) !== row.token_hash) return false;
    const to = await applicantOf(transaction, row);
    const url = linkOf({ config, sealing }, row);
    const letter = reminderLetter(to, url, row.expires_at ?? now(), config.brokerage);
    await queueLinkLetter(transaction, { config, sealing }, id, letter);
    await recordEvent(transaction, 'server', id, { kind: 'reminded' });
    return true;
  });
}
