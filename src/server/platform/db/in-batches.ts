import type { Database, DatabaseTransaction } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Rows in one transaction. */
export const batch = 200;

/** Runs `change`, which returns how many rows it found, in transactions of their own until one finds less than a batch. */
export async function inBatches(
  db: Database,
  change: (transaction: DatabaseTransaction) => Promise<number>,
): Promise<void> {
  while ((await inTransaction(db, change)) >= batch);
}
