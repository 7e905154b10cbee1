import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import type { heldAccounts, heldIds } from './held.ts';

export type HeldNow = (transaction: DatabaseTransaction) => Promise<string[]>;

/**
 * The ids for each step of a job, which holds the lock of legal holds until its end: one is placed before, and
 * seen, or after. They are read again only when holds have changed: that takes long with many people.
 */
export function heldInRun(idsOf: typeof heldIds | typeof heldAccounts): HeldNow {
  let known: { holds: string; ids: string[] } | undefined;
  return async (transaction) => {
    await acquireLock(transaction, 'users');
    const rows = await transaction.selectFrom('legal_holds').select('id').orderBy('id').execute();
    const holds = rows.map(({ id }) => id).join();
    if (known?.holds !== holds) known = { holds, ids: rows.length === 0 ? [] : await idsOf(transaction) };
    return known.ids;
  };
}
