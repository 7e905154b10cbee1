import { setTimeout } from 'node:timers/promises';
import type { Database, DatabaseTransaction } from './database.ts';
import { isOutdatedPlan } from './postgres-connection.ts';

const attempts = 6;

/** Returns what `work` returns. Conflicts are retried, so `work` must do nothing but database work. */
export function inTransaction<T>(
  db: Database,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return retried(() => db.transaction().execute(work));
}

/** Retries conflicts; for a transaction, or for a single statement that locks several rows. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !mayBeTriedAgain(error)) throw error;
      // Random, so that conflicting transactions do not retry in step.
      await setTimeout(Math.random() * 10 * 2 ** attempt);
    }
  }
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';

function mayBeTriedAgain(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === serializationFailure || code === deadlockDetected || isOutdatedPlan(code);
}
