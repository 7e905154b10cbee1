import type { Kysely, Transaction } from 'kysely';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** What every service takes first; a transaction is one too. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** Opens PostgreSQL when DATABASE_URL is set, else the embedded database in DATA_DIR. */
export function openDatabase({
  databaseUrl,
  dataDir,
  databasePool = 10,
  databasePooler = false,
}: DatabaseSettings): Database {
  return databaseUrl
    ? openPostgres({ connectionString: databaseUrl, connections: databasePool, pooled: databasePooler })
    : openSqlite(dataDir);
}

/** The settings of the database; a part of Config. */
export interface DatabaseSettings {
  databaseUrl: string | undefined;
  dataDir: string;
  /** How many connections to PostgreSQL this process may hold. */
  databasePool?: number;
  /** PostgreSQL is behind a pooler that hands a connection on after each transaction, such as pgbouncer. */
  databasePooler?: boolean;
}
