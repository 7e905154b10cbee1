import { officeDay } from '../../../shared/dates.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import { stopMailsWith } from '../../platform/mail/queue-mail.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { freeDuesOf } from '../dues/kept-dues.ts';
import { type By, recordEvent, updateClosing } from './closing-changes.ts';
import { capacityOf } from './closing-settings.service.ts';
import { noticeContent } from './letter-content.ts';
import { insertLetter, standingLetters } from './letters.service.ts';

/** Fields after an approval is withdrawn, with all that followed it. The ticked items of the package stay. */
const unapproved = {
  schedule: null,
  agreement: null,
  settlement: null,
  approved_at: null,
  approved_by: null,
  approver_name: null,
  closed_on: null,
  package_at: null,
  promise_due: null,
  promise_told: null,
  funds_at: null,
} as const;

export interface WithdrawnLetter {
  letter: number;
  notice: number;
  /** Whether it was marked as sent. */
  sent: boolean;
  /** Whether its email was stopped before the first try. */
  neverLeft: boolean;
}

/**
 * Checks the office's right to withdraw, for every call (docs/security.md S18.3).
 * @throws 403 for a user whom the settings do not name, and for API tokens
 */
export async function demandMayWithdraw(transaction: DatabaseTransaction, actor: Actor): Promise<void> {
  if (actor.scopes) throw new HttpError(403, [{ msg: "An API token can't withdraw an approval" }]);
  if ((await capacityOf(transaction, actor)) === undefined)
    throw new HttpError(403, [{ msg: 'Only approvers can withdraw an approval' }]);
}

/**
 * Returns the closing to reported; `tellOfWithdrawal` follows. @returns the closing after that, and its former letters
 */
export async function withdrawApproval(
  transaction: DatabaseTransaction,
  by: By,
  row: ClosingRow,
  reason: string,
): Promise<{ reported: ClosingRow; letters: WithdrawnLetter[] }> {
  const letters = await withdrawLetters(transaction, by, row, reason);
  const reported = await updateClosing(transaction, row, {
    ...unapproved,
    state: 'reported',
    keep_from: officeDay(row.reported_at),
  });
  await freeDuesOf(transaction, by.actor, row);
  await recordEvent(transaction, by, reported, 'withdrawn', `${reason}${noticesOf(letters)}`);
  return { reported, letters };
}

/** ' (notice 12)', and which email never left; '' without a letter. */
export const noticesOf = (letters: readonly WithdrawnLetter[]): string =>
  letters.length === 0 ? '' : ` (${letters.map(noticeOf).join(', ')})`;

const noticeOf = ({ letter, notice, neverLeft }: WithdrawnLetter): string =>
  `notice ${notice}${neverLeft ? `; the email of letter ${letter} was stopped before it left` : ''}`;

/** Each by a numbered notice, and stops the emails with it. @returns those that stood */
export async function withdrawLetters(
  transaction: DatabaseTransaction,
  { actor }: By,
  row: ClosingRow,
  reason: string,
): Promise<WithdrawnLetter[]> {
  const moment = now();
  const withdrawn: WithdrawnLetter[] = [];
  for (const letter of await standingLetters(transaction, row.id)) {
    const notice = await insertLetter(transaction, {
      closing_id: row.id,
      kind: 'notice',
      maker_name: actor.name,
      withdraws: letter.number,
      content: (number) => noticeContent(letter, { number, reason, moment, by: actor }),
      created_at: moment,
    });
    // An email that was never tried has reached no one: then no notice has to, either.
    const neverLeft =
      letter.document_id !== null &&
      (await stopMailsWith(transaction, letter.document_id, 'The letter was withdrawn'));
    const sent_at = neverLeft ? null : letter.sent_at;
    await transaction
      .updateTable('closing_letters')
      .set({ sent_at, withdrawn_at: moment, withdrawn_reason: reason, withdrawn_by: notice })
      .where('number', '=', letter.number)
      .execute();
    withdrawn.push({ letter: letter.number, notice, sent: sent_at !== null, neverLeft });
  }
  return withdrawn;
}
