/** Links the two sides of a deal that both have agents of this brokerage. */

import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { countVolumes } from '../bookkeeping/paid-figures.ts';
import { countPriceOnce, recordEvent, updateClosing } from './closing-changes.ts';
import { findClosing } from './closing-rows.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';

/** A deal has two sides; an agent of ours may share one with another of ours. */
const maxSides = 4;

/** With another side of the same deal. @throws 404; 412 on a conflict; 400 for itself, and beyond `maxSides` */
export async function linkClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  other: string,
  expected?: number[],
): Promise<OfficeClosing> {
  if (id === other) throw invalid('Choose another closing', 'other');
  return byOffice(parts, { actor, id, expected, also: other }, async (transaction, row, by) => {
    const { deal_id } = await findClosing(transaction, other);
    await lockDeals(transaction, [row.deal_id, deal_id]);
    const side = await findClosing(transaction, other);
    if (row.deal_id === side.deal_id) throw invalid('These closings are already linked', 'other');
    const sides = await transaction
      .selectFrom('closings')
      .select(['id', 'property'])
      .where('deal_id', 'in', [row.deal_id, side.deal_id])
      .execute();
    if (sides.length > maxSides) throw invalid(`A deal has at most ${maxSides} closings`, 'other');
    await transaction
      .updateTable('closings')
      .set({ deal_id: side.deal_id })
      .where('deal_id', '=', row.deal_id)
      .execute();
    await updateClosing(transaction, row, { deal_id: side.deal_id });
    await countPriceOnce(transaction, side.deal_id);
    await countVolumes(transaction, [side.deal_id]);
    await recordEvent(transaction, by, row, 'linked', side.property);
    await recordEvent(transaction, by, side, 'linked', row.property);
    const further = sides.filter(({ id }) => id !== row.id && id !== side.id);
    for (const each of further)
      await recordEvent(transaction, by, each, 'linked', `also with ${row.property}, by ${side.property}`);
  });
}

/**
 * Locks all sides of these deals: who links another of them at the same time goes on afterwards, with the sides that
 * have come since.
 */
async function lockDeals(transaction: DatabaseTransaction, deals: readonly string[]): Promise<void> {
  for (const deal_id of deals.toSorted())
    await transaction.updateTable('closings').set({ deal_id }).where('deal_id', '=', deal_id).execute();
}

/** After that each side's price counts by itself, and the history of each side has it. @throws 404; 412 on a conflict */
export async function unlinkClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    await lockDeals(transaction, [row.deal_id]);
    const deal_id = newId();
    await updateClosing(transaction, row, { deal_id });
    await countPriceOnce(transaction, row.deal_id);
    await countPriceOnce(transaction, deal_id);
    await countVolumes(transaction, [row.deal_id, deal_id]);
    await recordEvent(transaction, by, row, 'linked', 'a deal of its own');
    const others = await transaction
      .selectFrom('closings')
      .select(['id', 'property'])
      .where('deal_id', '=', row.deal_id)
      .execute();
    for (const other of others)
      await recordEvent(transaction, by, other, 'linked', `no longer with ${row.property}`);
  });
}
