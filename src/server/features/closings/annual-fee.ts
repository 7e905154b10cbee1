/** The annual fee of an agent is deducted from one closing (docs/product.md P29.22). */

import { officeDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import {
  annualFeeDeducted,
  annualLines,
  closingsDeducting,
  type Deductions,
  deductsAnnualFee,
} from '../dues/deducted-fees.ts';
import { annualFeeDue, feeKeptBy } from '../dues/kept-dues.ts';
import { holdsFor, standingChecks } from '../member-files/standing-checks.ts';

type Db = Database | DatabaseTransaction;

export async function isAnnualFeePaid(
  db: Db,
  { agent_id, reported_at }: Pick<ClosingRow, 'agent_id' | 'reported_at'>,
): Promise<boolean> {
  if (agent_id === null) return false;
  const tick = (await standingChecks(db, [agent_id])).get(agent_id)?.['annual-fee'];
  return tick !== undefined && holdsFor(tick, officeDay(reported_at));
}

/** The property of the other closing that keeps the agent's annual fee, as a line of its own or as a due. */
export async function annualFeeTaken(
  db: Db,
  { id, agent_id }: Pick<ClosingRow, 'id' | 'agent_id'>,
): Promise<string | null> {
  if (agent_id === null) return null;
  const taking = (await closingsDeducting(db, agent_id)).find((other) => other.id !== id);
  return taking?.property ?? (await feeKeptBy(db, { id, agent_id }));
}

/** The open annual fee (in cents) that this closing would keep, if it deducts another amount for it; else null. */
export async function otherFeeDue(
  db: Db,
  row: Pick<ClosingRow, 'id' | 'agent_id'>,
  decisions: Deductions,
): Promise<number | null> {
  if (!deductsAnnualFee(decisions)) return null;
  const fee = await annualFeeDue(db, row);
  return fee?.isOpen && fee.amount !== annualFeeDeducted(decisions) ? fee.amount : null;
}

/** @throws 400 for a second line of it, and for another amount than that of the open fee */
export async function checkAnnualFee(
  db: Db,
  row: Pick<ClosingRow, 'id' | 'agent_id'>,
  decisions: Deductions,
): Promise<void> {
  if (annualLines(decisions).length > 1) throw invalid('Deduct the annual fee once', 'deductions');
  const fee = await otherFeeDue(db, row, decisions);
  if (fee !== null)
    throw invalid(`The annual fee that is due is ${formatMoney(fee)}: deduct this amount`, 'deductions');
}
