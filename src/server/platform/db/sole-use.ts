import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import { lockDataDir } from './data-lock.ts';
import { type Database, type DatabaseSettings, openDatabase, serverName } from './database.ts';
import { sayingFaults } from './database-fault.ts';

export interface SoleUse {
  db: Database;
  close(): Promise<void>;
}

/** Arbitrary, but unique among advisory locks. */
const soleUseLock = 7_241_963_106;

/**
 * Opens a database that no server and no other such command uses. One that then starts on the embedded database is
 * refused. The database is not migrated. `prepare` may look after the files of an embedded one first.
 * @throws OperatorError when it is in use, damaged or unreachable
 */
export async function openForSoleUse(
  where: DatabaseSettings,
  prepare: (dataDir: string) => void = () => {},
): Promise<SoleUse> {
  return sayingFaults(where, () => open(where, prepare));
}

async function open(where: DatabaseSettings, prepare: (dataDir: string) => void): Promise<SoleUse> {
  const settings = { ...where, client: 'brokerage-command', databasePool: 4 };
  const unlock = where.databaseUrl ? undefined : lockDataDir(where.dataDir);
  let db: Database | undefined;
  try {
    if (unlock) prepare(where.dataDir);
    db = openDatabase(settings);
    if (unlock) await sql`select 1 from sqlite_schema`.execute(db);
    const release = where.databaseUrl ? await lockPostgres(db) : undefined;
    return { db, close: closerOf(db, release, unlock) };
  } catch (error) {
    await db?.destroy();
    unlock?.();
    throw error;
  }
}

function closerOf(
  db: Database,
  release: (() => Promise<void>) | undefined,
  unlock: (() => void) | undefined,
): () => Promise<void> {
  return async () => {
    await release?.();
    await db.destroy();
    unlock?.();
  };
}

/** In a transaction of its own, as a pooler hands on sessions. */
async function lockPostgres(db: Database): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute();
  const release = () => transaction.rollback().execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const { rows: locks } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(soleUseLock)}) as free`.execute(transaction);
    if (!locks[0]?.free)
      throw new OperatorError('Another restore or move is using the database. Wait until it ends.');
    const { rows: servers } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and application_name = ${serverName}`.execute(transaction);
    if (servers.length > 0)
      throw new OperatorError(
        `A server is using the database (${servers.length} connections). Stop every server on it first.`,
      );
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}
