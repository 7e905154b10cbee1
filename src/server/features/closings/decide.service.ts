/** The office's decisions about a report, before it is approved. */

import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type {
  ClosingFields,
  DecisionFields,
  SentDecisions,
} from '../../../shared/closings/closing-fields.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { adoptCharges } from '../dues/adopt-charges.ts';
import { deductsAnnualFee } from '../dues/deducted-fees.ts';
import { freeDues } from '../dues/kept-dues.ts';
import { checkAnnualFee } from './annual-fee.ts';
import { demandNext, lockFacts, recordEvent, updateClosing } from './closing-changes.ts';
import { changesDeal, saveEntry, storeFigures } from './closing-entry.ts';
import { actOfPayee } from './closing-interest.ts';
import { tellMembers, tellSharing } from './closing-notices.ts';
import { isByPolicy, settle, situationOf } from './closing-rows.ts';
import { decisionsInWords, hashOf, madeNow, type Situation } from './made-for.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';

/** The office changes a report, and the members hear of it. @throws 404; 412 on a conflict; 400 once it is over */
export async function changeClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  fields: ClosingFields,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    const saved = await saveEntry(transaction, by, row, fields);
    if (changesDeal(row, fields))
      await tellSharing(
        transaction,
        { actor, brokerage: parts.config.brokerage },
        { before: row, after: saved },
        { what: 'The office has changed a closing', more: 'Its figures or its payees may be others now.' },
      );
  });
}

/**
 * Each decision is made for what the closing is by now, also one that is sent again as it was.
 * @throws 404; 412 on a conflict, and for another situation than the one that was seen; 400 once it is approved, for a
 * charge that is not the agent's or is taken, and for an annual fee that is not deducted once and whole
 */
export async function decideClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { situation: seen, ...fields }: SentDecisions,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    if (row.state !== 'reported' && row.state !== 'changes-asked')
      throw invalid('This closing is approved: withdraw the approval first');
    await lockFacts(transaction, row);
    const situation = await situationOf(transaction, row, await settle(transaction, row));
    if (seen !== undefined && seen !== hashOf(situation)) throw situationChanged();
    await checkDues(transaction, row, fields);
    const decisions = { ...fields, otherCommission: otherCommission(situation, fields) };
    const made = madeNow(decisions, situation);
    const stored = JSON.stringify(isByPolicy(row, fields) ? { ...made, byPolicy: true } : made);
    if (stored === row.decisions && (await actOfPayee(transaction, row)) === null) return;
    const saved = await updateClosing(transaction, row, { decisions: stored });
    await storeFigures(transaction, saved);
    await recordEvent(transaction, by, saved, 'decided', decisionsInWords(decisions));
  });
}

const situationChanged = () =>
  new HttpError(412, [
    {
      msg: 'What this decision rests on has changed since you opened the closing. Look at it again, then decide',
    },
  ]);

async function checkDues(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  { carried, deductions }: Pick<DecisionFields, 'carried' | 'deductions'>,
): Promise<void> {
  await checkAnnualFee(transaction, row, { deductions });
  if (carried.length === 0) return;
  if (new Set(carried).size < carried.length) throw invalid('List each charge once', 'carried');
  await adoptCharges(transaction, carried);
  const dues = await freeDues(transaction, row, carried);
  if (dues.length < carried.length) throw invalid('Charge not found', 'carried');
  if (deductsAnnualFee({ deductions }) && dues.some(({ annual_on }) => annual_on !== null))
    throw invalid('The annual fee is deducted twice: as a due, and on its own', 'deductions');
}

/** As one, this side is charged for both: the other's commission is that of the other side, if none is given. */
function otherCommission({ others: [other] }: Situation, fields: DecisionFields): number | null {
  if (fields.sides !== 'here') return null;
  if (fields.otherCommission !== null) return fields.otherCommission;
  if (!other) throw invalid('Enter the commission of the other side', 'otherCommission');
  return other.gross;
}

/** Tells the members concerned. @throws 404; 412 on a conflict; 400 unless it waits for the office */
export async function askForChanges(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  text: string,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    demandNext(row, 'changes-asked');
    const saved = await updateClosing(transaction, row, { state: 'changes-asked', asked: text });
    await recordEvent(transaction, by, saved, 'changes-asked', text);
    const notice = {
      what: 'The office asks you to change a closing',
      more: 'Open it to see what the office needs.',
      text,
    };
    await tellMembers(transaction, { actor, brokerage: parts.config.brokerage }, saved, notice);
  });
}
