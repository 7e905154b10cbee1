import type { Database, DatabaseTransaction } from './database.ts';

const attempts = 4;

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
    }
  }
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';

function mayBeTriedAgain(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === serializationFailure || code === deadlockDetected;
}
