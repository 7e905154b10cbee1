import type { DatabaseTransaction } from './database.ts';
import type { LockName } from './tables.ts';

/**
 * From here to its end this transaction is the only one that holds the lock; others wait. For rules over several
 * rows, such as "one admin is left", which two transactions could each keep and together break.
 *
 * Writing a row without changing it locks it on every engine. Rows of `users` would not do: a waiting transaction
 * could find all of those it came for demoted, hold nothing at all, and go on.
 */
export async function acquireLock(transaction: DatabaseTransaction, name: LockName): Promise<void> {
  await transaction
    .updateTable('locks')
    .set({ name })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirstOrThrow();
}
