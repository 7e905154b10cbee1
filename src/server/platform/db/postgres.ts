import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { hour, second } from '../../../shared/time.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { watchPulse } from './postgres-pulse.ts';
import type { Tables } from './tables.ts';
import { WritePermits } from './write-permits.ts';

export interface PostgresSettings {
  connectionString: string;
  /** How many connections this process may hold. */
  connections: number;
  /** Behind a pooler that hands a connection on after each transaction, such as pgbouncer. */
  pooled: boolean;
}

const timestamptz = 1184;
const bigint = 20;

/** Timestamps are ISO strings from row to wire, exactly as SQLite stores them; counts are numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === timestamptz) return (value: string) => new Date(value).toISOString();
    if (oid === bigint) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Fail within the 3 s in which a call must be answered while the database is away. */
const patience = 2.5 * second;

/**
 * No statement may run for long, wait long for a lock, or leave a transaction open while its process is frozen:
 * every writer of the feed waits for one row, and every writer of content for another.
 */
const limits = {
  statement_timeout: 15 * second,
  lock_timeout: 2 * second,
  idle_in_transaction_session_timeout: 3 * second,
};

/** Opens a pool of connections to PostgreSQL 15 or later. */
export function openPostgres({ connectionString, connections, pooled }: PostgresSettings): Kysely<Tables> {
  const settings = Object.entries(limits);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: connections,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    // However a failover went unnoticed, it is over by then.
    maxLifetimeSeconds: hour / second,
    ...(!pooled && { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
  });
  // A connection that the server closes is replaced at the next query. Unheard, these events would end the process:
  // one comes from idle connections, the other from those that are lent out and are between two queries.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const stopPulse = watchPulse(pool);
  const source = {
    pool,
    permits: new WritePermits(Math.max(1, Math.floor(connections * 0.7)), patience),
    transactionSettings: pooled
      ? settings.map(([name, value]) => `; set local ${name} = ${value}`).join('')
      : '',
  };
  return new Kysely<Tables>({
    dialect: new Dialect({
      pool: {
        options: pool.options,
        connect: async () => new PostgresConnection(source),
        end() {
          stopPulse();
          return pool.end();
        },
      },
    }),
  });
}

/** Migrations are locked by migrate.ts: Kysely's own lock is one of the session, which a pooler hands on. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}
