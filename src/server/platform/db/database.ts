import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { openPostgres, type PostgresSettings } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

/** Shows commands that a server uses the database. */
export const serverName = 'brokerage-server';

/** The first parameter of every service; a transaction is one too. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** Opens PostgreSQL if DATABASE_URL is set, otherwise the embedded database in DATA_DIR. */
export function openDatabase({
  databaseUrl,
  dataDir,
  databasePool = 10,
  databasePooler = false,
  client = serverName,
  waits = {},
}: DatabaseSettings): Database {
  return databaseUrl
    ? openPostgres({
        connectionString: databaseUrl,
        connections: databasePool,
        pooled: databasePooler,
        client,
        ...waits,
      })
    : openSqlite(dataDir);
}

export interface DatabaseSettings {
  databaseUrl: string | undefined;
  /** For migrations: as the owner of the tables, or past the pooler. */
  databaseMigrateUrl?: string | undefined;
  dataDir: string;
  databasePool?: number;
  /** PostgreSQL is behind a pooler such as pgbouncer that reassigns connections after each transaction. */
  databasePooler?: boolean;
  /** PostgreSQL lists the connections under this name. */
  client?: string;
  /** How long a call may wait on PostgreSQL, if not as usual. */
  waits?: Pick<PostgresSettings, 'limits' | 'patience'>;
}
