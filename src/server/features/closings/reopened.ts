import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { type By, recordEvent } from './closing-changes.ts';
import { storeFigures } from './closing-entry.ts';
import { tellApprovers } from './closing-notices.ts';
import { closingColumns, settle } from './closing-rows.ts';
import { actsOfPayees } from './open-points.ts';

/**
 * Makes a change in these deals, and notes in the history of each closing which decisions it opens again, with old and
 * new values, and who acted on it and is paid by it now. Approvers are told of closings that they had approved
 * (docs/product.md P29.6, docs/security.md S18.6). Call `mails.wake()` after the transaction.
 */
export async function sayingWhatReopens<T>(
  transaction: DatabaseTransaction,
  by: By,
  { config, deals }: { config: Parts['config']; deals: readonly string[] },
  change: () => Promise<T>,
): Promise<T> {
  const before = await openIn(transaction, await sidesOf(transaction, 'deal_id', deals));
  const changed = await change();
  const sides = await sidesOf(transaction, 'id', [...before.keys()]);
  const after = await openIn(transaction, sides);
  for (const side of sides) {
    const known = before.get(side.id) ?? new Set();
    const texts = [...(after.get(side.id) ?? [])].filter((text) => !known.has(text));
    if (texts.length === 0) continue;
    for (const text of texts) await recordEvent(transaction, by, side, 'reopened', text);
    if (side.settlement === null) await storeFigures(transaction, side);
    else await tellApprovers(transaction, { actor: by.actor, brokerage: config.brokerage }, side);
  }
  return changed;
}

/** A deal has four sides at most. */
async function sidesOf(
  transaction: DatabaseTransaction,
  by: 'deal_id' | 'id',
  wanted: readonly string[],
): Promise<ClosingRow[]> {
  if (wanted.length === 0) return [];
  return transaction
    .selectFrom('closings')
    .select(closingColumns)
    .where(by, 'in', [...wanted])
    .orderBy('id')
    .execute();
}

async function openIn(
  transaction: DatabaseTransaction,
  sides: ClosingRow[],
): Promise<Map<string, Set<string>>> {
  const open = new Map<string, Set<string>>();
  for (const side of sides) {
    const { reopened } = await settle(transaction, side);
    const texts = reopened.map(({ text }) => text);
    open.set(side.id, new Set([...texts, ...(await actsOfPayees(transaction, side))]));
  }
  return open;
}
