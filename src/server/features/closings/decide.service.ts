/** The office's decisions about a report, before it is approved. */

import type { OfficeClosing } from '../../../shared/closing-answers.ts';
import type { ClosingFields, DecisionFields } from '../../../shared/closing-fields.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { linkedTo } from './closing-answers.ts';
import { demandNext, recordEvent, updateClosing } from './closing-changes.ts';
import { saveEntry, storeFigures } from './closing-entry.ts';
import { actOfPayee } from './closing-interest.ts';
import { tellMembers } from './closing-notices.ts';
import { settle, situationOf } from './closing-rows.ts';
import { decisionsInWords, madeNow } from './made-for.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';

/** The office changes a report. @throws 404; 412 on a conflict; 400 once it is over */
export async function changeClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  fields: ClosingFields,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    await saveEntry(transaction, by, row, fields);
  });
}

/**
 * Each decision is made for what the closing is by now, also one that is sent again as it was.
 * @throws 404; 412 on a conflict; 400 once it is approved, and for a charge that is not the agent's or is taken
 */
export async function decideClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  fields: DecisionFields,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    if (row.state !== 'reported' && row.state !== 'changes-asked')
      throw invalid('This closing is approved: withdraw the approval first');
    await checkCharges(transaction, row, fields.carried);
    const decisions = { ...fields, otherCommission: await otherCommission(transaction, row, fields) };
    const terms = await settle(transaction, row);
    const stored = JSON.stringify(madeNow(decisions, await situationOf(transaction, row, decisions, terms)));
    if (stored === row.decisions && (await actOfPayee(transaction, row)) === null) return;
    const saved = await updateClosing(transaction, row, { decisions: stored });
    await storeFigures(transaction, saved);
    await recordEvent(transaction, by, saved, 'decided', decisionsInWords(decisions));
  });
}

async function checkCharges(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  carried: string[],
): Promise<void> {
  if (carried.length === 0) return;
  if (new Set(carried).size < carried.length) throw invalid('List each charge once', 'carried');
  const charges = await transaction
    .selectFrom('closing_charges')
    .select('id')
    .where('id', 'in', carried)
    .where('user_id', '=', row.agent_id)
    .where((e) => e.or([e('taken_by', 'is', null), e('taken_by', '=', row.id)]))
    .execute();
  if (charges.length < carried.length) throw invalid('Charge not found', 'carried');
}

/** As one, this side is charged for both: the other's commission is that of the linked side, if none is given. */
async function otherCommission(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  fields: DecisionFields,
): Promise<number | null> {
  if (fields.sides !== 'here') return null;
  if (fields.otherCommission !== null) return fields.otherCommission;
  const [other] = (await linkedTo(transaction, row)).filter(({ agent }) => agent._id === row.agent_id);
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
