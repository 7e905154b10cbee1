import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { OperatorError } from '../operator-error.ts';
import { type Database, type DatabaseSettings, openDatabase } from './database.ts';
import { unlessAway } from './database-away.ts';
import { sayingFaults } from './database-fault.ts';
import { databaseFile } from './sqlite.ts';
import { booleanStatement } from './sqlite-booleans.ts';

export interface Snapshot {
  /** Reads the database as it was at one moment, while others write. */
  db: Database;
  close(): Promise<void>;
}

/**
 * Opens a snapshot; a server can run at the same time.
 * @throws OperatorError when there is no embedded database, or none that opens
 */
export async function openSnapshot(where: DatabaseSettings): Promise<Snapshot> {
  return sayingFaults(where, () =>
    where.databaseUrl ? postgresSnapshot(where) : sqliteSnapshot(where.dataDir),
  );
}

async function postgresSnapshot(where: DatabaseSettings): Promise<Snapshot> {
  const pool = openDatabase({ ...where, databasePool: 2 });
  try {
    const db = await pool
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    return {
      db,
      async close() {
        await db.rollback().execute();
        await pool.destroy();
      },
    };
  } catch (error) {
    await pool.destroy();
    throw error;
  }
}

async function sqliteSnapshot(dataDir: string): Promise<Snapshot> {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new OperatorError(`There is no database in ${dataDir}. Set DATA_DIR.`);
  const database = openToRead(file);
  const connection = new Kysely<Tables>({
    // Begins deferred, unlike the server's (sqlite.ts): it must not lock out writers.
    dialect: new SqliteDialect({
      database: {
        prepare: (sql) => booleanStatement(database.prepare(sql)),
        close: () => database.close(),
      },
    }),
  });
  const db = await connection.startTransaction().execute();
  // A deferred transaction has its moment at the first read.
  await sql`select 1 from sqlite_schema`.execute(db);
  return {
    db,
    async close() {
      await db.rollback().execute();
      // Writes of the server during the copy are in the log. Copying them back here delays no one; in the server it
      // would delay a write.
      checkpoint(database);
      await connection.destroy();
    },
  };
}

function openToRead(file: string): BetterSqlite.Database {
  const database = new BetterSqlite(file);
  try {
    database.pragma('busy_timeout = 5000');
    database.prepare('select 1 from sqlite_schema').all();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('SQLITE_IOERR_SHM')) throw error;
    // A full disk has no room for the index that processes share. In exclusive mode it is in memory.
    database.close();
    const alone = new BetterSqlite(file);
    alone.pragma('locking_mode = EXCLUSIVE');
    return alone;
  }
  return database;
}

/** On a full disk the server makes up for it. */
function checkpoint(database: BetterSqlite.Database): void {
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    unlessAway(error);
  }
}
