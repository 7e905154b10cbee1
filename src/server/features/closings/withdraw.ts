import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { type By, recordEvent, updateClosing } from './closing-changes.ts';
import { noticeContent } from './letter-content.ts';
import { insertLetter } from './letters.service.ts';

/** What an approval and all that follows it leave, once it is withdrawn. What is ticked of the package stays. */
const unapproved = {
  ...{ schedule: null, agreement: null, settlement: null },
  ...{ approved_at: null, approved_by: null, approver_name: null },
  ...{ closed_on: null, package_at: null, promise_due: null, promise_told: null, funds_at: null },
} as const;

/** The closing is reported anew. @returns it as it is then */
export async function withdrawApproval(
  transaction: DatabaseTransaction,
  by: By,
  row: ClosingRow,
  reason: string,
): Promise<ClosingRow> {
  const notice = await withdrawLetter(transaction, by, row, reason);
  const withdrawn = await updateClosing(transaction, row, {
    ...unapproved,
    state: 'reported',
    keep_from: row.reported_at.slice(0, 10),
  });
  await freeCharges(transaction, row.id);
  const words = notice === undefined ? reason : `${reason} (notice ${notice})`;
  await recordEvent(transaction, by, withdrawn, 'withdrawn', words);
  return withdrawn;
}

/** They are kept from another closing then. */
export const freeCharges = (transaction: DatabaseTransaction, id: string) =>
  transaction.updateTable('closing_charges').set({ taken_by: null }).where('taken_by', '=', id).execute();

/** By a numbered notice. @returns its number; undefined when no letter stands */
export async function withdrawLetter(
  transaction: DatabaseTransaction,
  { actor }: By,
  row: ClosingRow,
  reason: string,
): Promise<number | undefined> {
  const letter = await transaction
    .selectFrom('closing_letters')
    .select(['number', 'content'])
    .where('closing_id', '=', row.id)
    .where('withdrawn_at', 'is', null)
    .where('kind', '!=', 'notice')
    .executeTakeFirst();
  if (!letter) return undefined;
  const moment = now();
  const number = await insertLetter(transaction, {
    ...{ closing_id: row.id, kind: 'notice', maker_name: actor.name, withdraws: letter.number },
    content: (notice) => noticeContent(letter, { number: notice, reason, moment, by: actor }),
    created_at: moment,
  });
  await transaction
    .updateTable('closing_letters')
    .set({ withdrawn_at: moment, withdrawn_reason: reason, withdrawn_by: number })
    .where('number', '=', letter.number)
    .execute();
  return number;
}
