import { OperatorError } from '../operator-error.ts';
import { type Database, type DatabaseSettings, openDatabase } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { migrate } from './migrate.ts';
import { refuseUnfinished } from './unfinished.ts';

/**
 * Opens and migrates the database.
 * @throws OperatorError when it is unreachable, damaged, from a newer version or half restored
 */
export async function readyDatabase(where: DatabaseSettings): Promise<Database> {
  let db: Database | undefined;
  try {
    db = openDatabase(where);
    await refuseUnfinished(db);
    await migrate(db);
    return db;
  } catch (error) {
    await db?.destroy();
    const message = openFault(error, where);
    throw message === undefined ? error : new OperatorError(message, { cause: error });
  }
}

/** What the operator can correct about a database that does not open; undefined for anything else. */
export function openFault(error: unknown, { databaseUrl, dataDir }: DatabaseSettings): string | undefined {
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    return 'The database was made by a newer version of this software. Start that version, or restore a backup.';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return databaseUrl ? postgresMessage(error, code, databaseUrl) : sqliteMessage(code, dataDir);
}

/** Leaves out the user and the password of the URL. */
function postgresMessage(error: unknown, code: string, databaseUrl: string): string | undefined {
  const { host, pathname } = new URL(databaseUrl);
  const place = `PostgreSQL at ${host}`;
  if (code === '28P01' || code === '28000')
    return `${place} refuses the user or the password of DATABASE_URL.`;
  if (code === '3D000')
    return `${place} has no database "${pathname.slice(1)}". Create it, or correct DATABASE_URL.`;
  if (code === '42501')
    return `${place} does not let the user of DATABASE_URL create tables. Grant it the right.`;
  if (isDatabaseAway(error))
    return `${place} cannot be reached${code && ` (${code})`}. Is it running, and is DATABASE_URL right?`;
  return undefined;
}

function sqliteMessage(code: string, dataDir: string): string | undefined {
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return `The database in ${dataDir} is damaged or no database. Restore a backup.`;
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY'))
    return `The database in ${dataDir} cannot be written. Make its files writable, or set DATA_DIR to another folder.`;
  if (code === 'SQLITE_FULL') return `The disk that holds ${dataDir} is full.`;
  return undefined;
}
