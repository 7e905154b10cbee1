/** Corrections of a paid closing, which stays as it was paid. */

import { sql } from 'kysely';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type { CorrectionFields } from '../../../shared/closings/closing-fields.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { addCorrectionFigures } from '../bookkeeping/paid-figures.ts';
import { freeByCorrection } from '../dues/kept-dues.ts';
import { recordEvent, updateClosing } from './closing-changes.ts';
import { actOfPayee } from './closing-interest.ts';
import { tellMembers } from './closing-notices.ts';
import { capacityOf } from './closing-settings.service.ts';
import { noteCorporationsPaid } from './corporations-paid.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';

/**
 * The agent keeps the amounts of dues that it frees.
 * @throws 404; 412 on a conflict; 400 unless it is paid, for a day before the payment or to come, for an entry that
 * changes nothing, and for a due that this closing does not keep
 */
export async function correctPayment(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { on, reason, beyondGross, dues, version: _, ...typed }: CorrectionFields,
  expected?: number[],
): Promise<OfficeClosing> {
  if (on > today()) throw invalid('The date must not be in the future', 'on');
  if (new Set(dues).size < dues.length) throw invalid('List each due once', 'dues');
  if (dues.length === 0 && Object.values(typed).every((amount) => amount === 0))
    throw invalid('A correction changes an amount', 'kept');
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    if (row.paid_on === null) throw invalid('Only a paid closing can be corrected: change this one instead');
    if (on < row.paid_on)
      throw invalid(`A correction can't be before the payment, on ${formatDay(row.paid_on)}`, 'on');
    await demandOthersApproval(transaction, actor, row);
    const freed = await freeByCorrection(transaction, actor, row, { dues, reason });
    const { annual, carried, charged } = freed.amounts;
    const amounts = { ...typed, kept: typed.kept + annual + carried + charged };
    if (!beyondGross) demandWithin(row, await withFormer(transaction, id, amounts));
    const correction = newId();
    await transaction
      .insertInto('closing_corrections')
      .values({
        id: correction,
        closing_id: id,
        agent_id: row.agent_id,
        on_day: on,
        reason,
        ...amounts,
        freed_annual: annual,
        freed_carried: carried,
        freed_charged: charged,
        actor_name: actor.name,
        created_at: now(),
      })
      .execute();
    await addCorrectionFigures(transaction, [correction]);
    await noteCorporationsPaid(transaction, [id]);
    const saved = await updateClosing(transaction, row, {});
    const words = Object.entries(amounts).flatMap(([name, amount]) =>
      amount === 0 ? [] : [`${name} ${formatMoney(amount)}`],
    );
    words.push(...freed.labels.map((label) => `frees “${label}”`));
    await recordEvent(transaction, by, saved, 'corrected', `${words.join(', ')}: ${reason}`);
    const notice = {
      what: 'Your paid closing is corrected',
      more: 'Open it to see what has changed, and why.',
      text: reason,
    };
    await tellMembers(transaction, { actor, brokerage: parts.config.brokerage }, saved, notice);
  });
}

/**
 * A paid closing can't be approved again. If the deal pays who approved it, one of the others who approve looks at it.
 * @throws 400 for all others
 */
async function demandOthersApproval(
  transaction: DatabaseTransaction,
  actor: Actor,
  row: ClosingRow,
): Promise<void> {
  const act = await actOfPayee(transaction, row);
  if (act === null || (await capacityOf(transaction, actor)) !== undefined) return;
  throw invalid(`${act.name} ${act.did} it and is paid by it: only someone who approves can correct it`);
}

/** SQL: cents that the agent had of the closing before the correction `entry`; joined are `closings`. */
export const keptBefore = sql<number | string>`(
  closings.kept + coalesce((
    select sum(former.kept) from closing_corrections as former
    where former.closing_id = entry.closing_id and (former.on_day, former.id) < (entry.on_day, entry.id)
  ), 0)
)`;

type Amounts = Record<'price' | 'gross' | 'fees' | 'kept', number>;

/** With all corrections before it: many small ones are a large one. */
async function withFormer(transaction: DatabaseTransaction, id: string, amounts: Amounts): Promise<Amounts> {
  const former = await transaction
    .selectFrom('closing_corrections')
    .select(['price', 'gross', 'fees', 'kept'])
    .where('closing_id', '=', id)
    .execute();
  return former.reduce(
    (sum, each) => ({
      price: sum.price + each.price,
      gross: sum.gross + each.gross,
      fees: sum.fees + each.fees,
      kept: sum.kept + each.kept,
    }),
    amounts,
  );
}

/** A slip of the comma is ten or a hundred times as much (docs/product.md P29.14). @throws 400 */
function demandWithin({ gross, price }: Pick<ClosingRow, 'gross' | 'price'>, amounts: Amounts): void {
  const isBeyond = Math.max(...[amounts.gross, amounts.fees, amounts.kept].map(Math.abs)) > Math.abs(gross);
  if (isBeyond)
    throw invalid(
      `The corrections of this closing would be more than its own gross of ${formatMoney(gross)}. Is it right?`,
      'beyondGross',
    );
  if (Math.abs(amounts.price) > price)
    throw invalid(
      `The corrections of this closing would be more than its own price of ${formatMoney(price)}. Is it right?`,
      'beyondGross',
    );
}
