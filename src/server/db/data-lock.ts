import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { OperatorError } from '../operator-error.ts';

/**
 * Holds the data folder for this process; answers the function that lets it go.
 * The lock is one of the operating system, on a file of its own: it ends with the process, however that ends,
 * so no stale lock ever needs removing.
 * @throws OperatorError when another process holds the folder
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new BetterSqlite(join(dataDir, 'lock'), { timeout: 1000 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new OperatorError(
      `The data folder ${dataDir} is in use by another process of this server. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}
