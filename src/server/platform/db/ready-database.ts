import { OperatorError } from '../operator-error.ts';
import { type Database, type DatabaseSettings, openDatabase } from './database.ts';
import { databaseFault, postgresFault } from './database-fault.ts';
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
    const message = databaseFault(error, where);
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
    const message = databaseMigrateUrl && postgresFault(error, databaseMigrateUrl, 'DATABASE_MIGRATE_URL');
    throw message ? new OperatorError(message, { cause: error }) : error;
  } finally {
    await own.destroy();
  }
}
