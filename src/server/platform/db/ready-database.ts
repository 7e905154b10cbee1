import { OperatorError } from '../operator-error.ts';
import { type Database, type DatabaseSettings, openDatabase } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { migrate, missingMigrations } from './migrate.ts';
import { openForMigrations } from './postgres.ts';
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
    if ((await missingMigrations(db)).length > 0) await migrateAt(where, db);
    return db;
  } catch (error) {
    await db?.destroy();
    const message = openFault(error, where);
    throw message === undefined ? error : new OperatorError(message, { cause: error });
  }
}

async function migrateAt(
  { databaseUrl, databaseMigrateUrl, databasePooler = false }: DatabaseSettings,
  db: Database,
): Promise<void> {
  if (!databaseUrl) return migrate(db);
  const own = databaseMigrateUrl
    ? openForMigrations(databaseMigrateUrl, false)
    : openForMigrations(databaseUrl, databasePooler);
  try {
    await migrate(own);
  } catch (error) {
    const message = databaseMigrateUrl && postgresMessage(error, databaseMigrateUrl, 'DATABASE_MIGRATE_URL');
    throw message ? new OperatorError(message, { cause: error }) : error;
  } finally {
    await own.destroy();
  }
}

/** What the operator can correct about a database that does not open; undefined for anything else. */
export function openFault(error: unknown, { databaseUrl, dataDir }: DatabaseSettings): string | undefined {
  return databaseUrl ? postgresMessage(error, databaseUrl, 'DATABASE_URL') : sqliteMessage(error, dataDir);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Leaves out the user and the password of the URL. */
function postgresMessage(error: unknown, databaseUrl: string, setting: string): string | undefined {
  if (error instanceof OperatorError) return undefined;
  const code = codeOf(error);
  const { host, pathname } = new URL(databaseUrl);
  const place = `PostgreSQL at ${host}`;
  if (code === '28P01' || code === '28000') return `${place} refuses the user or the password of ${setting}.`;
  if (code === '3D000')
    return `${place} has no database "${pathname.slice(1)}". Create it, or correct ${setting}.`;
  if (code === '42501')
    return `${place} does not let the user of ${setting} create tables. Grant it the right.`;
  if (isDatabaseAway(error))
    return `${place} cannot be reached${code && ` (${code})`}. Is it running, and is ${setting} right?`;
  return undefined;
}

function sqliteMessage(error: unknown, dataDir: string): string | undefined {
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return `The database in ${dataDir} is damaged or no database. Restore a backup.`;
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY'))
    return `The database in ${dataDir} cannot be written. Make its files writable, or set DATA_DIR to another folder.`;
  if (code === 'SQLITE_FULL') return `The disk that holds ${dataDir} is full.`;
  return undefined;
}
