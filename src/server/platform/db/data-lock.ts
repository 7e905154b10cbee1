import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { makeDataFolder } from '../data-folder.ts';
import { folderFault } from '../file-fault.ts';
import { OperatorError } from '../operator-error.ts';

/** Lets a stopping predecessor end, and still fails within two seconds. */
const patience = 250;

/**
 * Locks the data folder; returns the unlock function. The lock ends with the process, so it never goes stale.
 * @throws OperatorError when another process holds the lock, or the folder is not writable
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = openLock(dataDir);
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw notWritable(dataDir, error);
    throw new OperatorError(
      `The data folder ${dataDir} is in use by another process of this server. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}

function openLock(dataDir: string): BetterSqlite.Database {
  try {
    makeDataFolder(dataDir);
    return new BetterSqlite(join(dataDir, 'lock'), { timeout: patience });
  } catch (error) {
    throw notWritable(dataDir, error);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const notWritable = (dataDir: string, cause: unknown) =>
  new OperatorError(
    codeOf(cause) === 'SQLITE_FULL' || codeOf(cause) === 'ENOSPC'
      ? `The disk that holds ${dataDir} is full. Make room.`
      : `The data folder ${dataDir} cannot be written (${codeOf(cause)}). ${folderFault(dataDir) ?? 'Make it writable, or set DATA_DIR to another folder.'}`,
    { cause },
  );
