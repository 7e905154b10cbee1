/** Approves a closing. */

import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type { ApprovalFields } from '../../../shared/closings/closing-fields.ts';
import { undrawable } from '../../../shared/pdf-characters.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, HttpError, invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { deductsAnnualFee } from '../dues/deducted-fees.ts';
import { keepDues } from '../dues/kept-dues.ts';
import { type By, demandNext, lockFacts, recordEvent, updateClosing } from './closing-changes.ts';
import { storeShares } from './closing-entry.ts';
import { tellMembers, tellOffice, tellOfWithdrawal, withdrawnWords } from './closing-notices.ts';
import { decisionsOf, figuresOf, type Settled, settle } from './closing-rows.ts';
import { capacityOf } from './closing-settings.service.ts';
import { queueClosingEvent } from './closing-webhooks.ts';
import { documentsOf, letterContent, previewOf, type Said, type Signed } from './letter-content.ts';
import { saidOf } from './letter-facts.ts';
import { insertLetter } from './letters.service.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';
import { openPoints } from './open-points.ts';
import { demandMayWithdraw, withdrawApproval } from './withdraw.ts';

/**
 * Freezes the fees and the payments, and makes the numbered letter or invoice, in one transaction: a letter has its
 * approval, and an approval its letter.
 * @throws 403 for a user whom the setting does not name; 404; 412 on a conflict, and when `sha256` is not that of the
 * letter as it is now; 400 with the obstacles
 */
export async function approveClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { signature, sha256 }: Omit<ApprovalFields, 'version'>,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    await lockFacts(transaction, row);
    const capacity = await capacityOf(transaction, actor);
    if (capacity === undefined) throw forbidden();
    demandNext(row, 'approved');
    const settled = await settle(transaction, row);
    const said = await saidOf(transaction, parts, row, settled.statement);
    // A preview for someone who can't approve has no capacity; a caller may send its hash.
    const shown = [previewOf(said, capacity), previewOf(said)];
    if (shown.every((preview) => preview.sha256 !== sha256)) throw letterChanged();
    const [point] = await openPoints(transaction, row, settled, parts);
    if (point) throw invalid(point);
    const odd = undrawable(capacity);
    if (odd) throw invalid(`The letter cannot show ${odd} in your capacity: change it in the settings`);
    await takeDues(transaction, by, row);
    const signed = { moment: now(), signature, capacity };
    const { frozen, made } = await freeze(transaction, actor, { row, settled, said }, signed);
    await recordEvent(transaction, by, frozen, 'approved', made);
    await queueClosingEvent(transaction, 'closing.approved', id);
    const notice = {
      what: 'Your closing is approved',
      more: 'The statement is final now, and the letter is there for you to download.',
      coAgents: true,
      withAmount: true,
    };
    await tellMembers(transaction, { actor, brokerage: parts.config.brokerage }, frozen, notice);
    await tellOffice(transaction, actor, frozen, 'approved');
  });
}

const letterChanged = () =>
  new HttpError(412, [
    { msg: 'The letter would say something else than when you looked at it. Read it again, then approve it' },
  ]);

interface ToFreeze {
  row: ClosingRow;
  settled: Settled;
  /** Its hash was approved: read again, it could say something else. */
  said: Said;
}

/** With its letter or invoice, and that in words: 'letter 12'. */
export async function freeze(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'>,
  { row, settled, said }: ToFreeze,
  signed: Omit<Signed, 'number' | 'maker'>,
): Promise<{ frozen: ClosingRow; made: string }> {
  const { statement, schedule, agreement } = settled;
  const { frozen: _, ...settlement } = statement;
  const frozen = await updateClosing(transaction, row, {
    ...figuresOf(statement),
    schedule: JSON.stringify(schedule),
    agreement,
    settlement: JSON.stringify(settlement),
    approved_at: signed.moment,
    approved_by: actor.id,
    approver_name: actor.name,
    state: 'approved',
    asked: '',
  });
  await storeShares(transaction, frozen, statement);
  const made: string[] = [];
  for (const kind of documentsOf(said)) {
    const number = await insertLetter(transaction, {
      closing_id: row.id,
      kind,
      maker_name: actor.name,
      withdraws: null,
      content: (next) => letterContent(kind, said, { ...signed, maker: actor, number: next }),
      created_at: signed.moment,
    });
    made.push(`${kind === 'letter' ? 'letter' : 'invoice'} ${number}`);
  }
  return { frozen, made: made.join(', ') };
}

/** Two closings cannot keep the same due. @throws 400 */
async function takeDues(transaction: DatabaseTransaction, { actor }: By, row: ClosingRow): Promise<void> {
  const decisions = decisionsOf(row);
  const { carried: ids } = decisions;
  const kept = await keepDues(transaction, actor, row, { ids, annual: deductsAnnualFee(decisions) });
  if (kept < ids.length) throw invalid('A charge is already kept from another closing', 'carried');
}

/** Back to reported, by those who may approve. @throws 403; 404; 412 on a conflict; 400 unless it is approved */
export async function withdrawByOffice(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  reason: string,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    await demandMayWithdraw(transaction, actor);
    if (row.paid_on !== null) throw invalid('A paid closing can be changed only by a correction');
    demandNext(row, 'reported');
    if (row.approved_at === null) throw invalid('There is no approval to withdraw');
    const { reported, letters } = await withdrawApproval(transaction, by, row, reason);
    await tellOfWithdrawal(
      transaction,
      { actor, brokerage: parts.config.brokerage },
      { before: row, after: reported },
      { what: withdrawnWords, more: 'The office will decide again.', reason, letters },
    );
  });
}
