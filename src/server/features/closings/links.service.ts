import type { OfficeClosing } from '../../../shared/closing-answers.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { countPriceOnce, lockClosing, recordEvent, updateClosing } from './closing-changes.ts';
import { getClosing } from './office.service.ts';

/** A deal has two sides; an agent of ours may share one with another of ours. */
const maxSides = 4;

/** With another side of the same deal. @throws 404; 412 on a conflict; 400 for itself, and beyond `maxSides` */
export async function linkClosing(
  db: Database,
  actor: Actor,
  id: string,
  other: string,
  expected?: number[],
): Promise<OfficeClosing> {
  return inTransaction(db, async (transaction) => {
    if (id === other) throw invalid('Choose another closing', 'other');
    // In the order of ids: two links of the same closings must not wait for each other.
    const [first, second] = id < other ? [id, other] : [other, id];
    const locked = [
      await lockClosing(transaction, first, first === id ? expected : undefined),
      await lockClosing(transaction, second, second === id ? expected : undefined),
    ];
    const row = locked.find((each) => each.id === id);
    const side = locked.find((each) => each.id === other);
    if (!row || !side) throw new Error('Both closings are locked');
    if (row.deal_id === side.deal_id) throw invalid('These closings are already linked', 'other');
    const sides = await transaction
      .selectFrom('closings')
      .select('id')
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
    await recordEvent(transaction, actor, row, 'linked', side.property);
    await recordEvent(transaction, actor, side, 'linked', row.property);
    return getClosing(transaction, actor, id);
  });
}

/** Its price counts apart. @throws 404; 412 on a conflict */
export async function unlinkClosing(
  db: Database,
  actor: Actor,
  id: string,
  expected?: number[],
): Promise<OfficeClosing> {
  return inTransaction(db, async (transaction) => {
    const row = await lockClosing(transaction, id, expected);
    const deal_id = newId();
    await updateClosing(transaction, row, { deal_id });
    await countPriceOnce(transaction, row.deal_id);
    await countPriceOnce(transaction, deal_id);
    await recordEvent(transaction, actor, row, 'linked', 'a deal of its own');
    return getClosing(transaction, actor, id);
  });
}
