import type { TombstoneRow } from '../../tables/privacy.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { now } from '../db/ids.ts';

export type Tombstone = Pick<TombstoneRow, 'id' | 'kind' | 'email_hash' | 'erased_at'>;

/** In the transaction that erases all of it: from then on no restored backup brings it back (docs/security.md S12.5). */
export async function recordErasures(
  transaction: DatabaseTransaction,
  kind: 'user' | 'contact-request',
  ids: string[],
): Promise<void> {
  const moment = now();
  await insertTombstones(
    transaction,
    ids.map((id) => ({ id, kind, email_hash: null, erased_at: moment })),
    moment,
  );
}

/** Leaves existing ones as they are. Without `finishedAt`, their erasure has yet to be done. False when all exist. */
export async function insertTombstones(
  transaction: DatabaseTransaction,
  tombstones: Tombstone[],
  finishedAt: string | null,
): Promise<boolean> {
  if (tombstones.length === 0) return false;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('tombstones')
    .values(tombstones.map((tombstone) => ({ ...tombstone, finished_at: finishedAt })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
