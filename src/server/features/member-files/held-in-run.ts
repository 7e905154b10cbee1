import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { type Held, readHeld } from './held.ts';
import type { MarkingDatabase } from './identities.ts';

export type HeldNow = (transaction: DatabaseTransaction) => Promise<Held>;

/**
 * Reads what is held for each step of a job, which has the lock of legal holds until its end: one is placed before, and
 * seen, or after. It is read again only when holds have changed: that takes long with many people.
 * @param locks false for a first look, before other locks
 */
export function heldInRun(sealing: MarkingDatabase['sealing'], { locks = true } = {}): HeldNow {
  let known: { holds: string; held: Held } | undefined;
  return async (transaction) => {
    if (locks) await acquireLock(transaction, 'users');
    const rows = await transaction.selectFrom('legal_holds').select('id').orderBy('id').execute();
    const holds = rows.map(({ id }) => id).join();
    if (known?.holds !== holds) known = { holds, held: await readHeld({ db: transaction, sealing }) };
    return known.held;
  };
}
