import { setTimeout } from 'node:timers/promises';
import type { Database, DatabaseTransaction } from './database.ts';
import { isOutdatedPlan } from './postgres-connection.ts';

const attempts = 6;

/**
 * Runs `work` in one transaction and answers what it answers.
 * PostgreSQL (and what speaks its protocol) may refuse a transaction that met another one: it is then tried
 * again, so `work` must do nothing but database work.
 */
export async function inTransaction<T>(
  db: Database,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !mayBeTriedAgain(error)) throw error;
      // Longer each time, and not in step with the transaction that was in the way.
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
