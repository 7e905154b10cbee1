import type { LockName } from '../../tables/server.ts';
import type { DatabaseTransaction } from './database.ts';

/**
 * Acquires a lock until the transaction ends, for rules over several rows such as "one admin is left". Updating a row
 * without changing it locks it on every engine. Rows of `users` do not work: a waiting transaction could find its rows
 * demoted, lock none, and go on.
 */
export async function acquireLock(transaction: DatabaseTransaction, name: LockName): Promise<void> {
  await transaction
    .updateTable('locks')
    .set({ name })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirstOrThrow();
}
