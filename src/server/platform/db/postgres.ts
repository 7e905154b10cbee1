import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { hour, second } from '../../../shared/time.ts';
import type { Tables } from '../../tables/tables.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { watchPulse } from './postgres-pulse.ts';
import { WritePermits } from './write-permits.ts';

export interface PostgresSettings {
  connectionString: string;
  connections: number;
  /** Behind a pooler such as pgbouncer that reassigns connections after each transaction. */
  pooled: boolean;
  /** The name in pg_stat_activity, unless the connection string has one. */
  client: string;
  limits?: PostgresLimits;
  /** Milliseconds that a call waits for a connection, or for the permit to write. */
  patience?: number;
}

/** Milliseconds by PostgreSQL's names; 0 is no limit. */
interface PostgresLimits {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

const timestamptz = 1184;
const bigint = 20;

/** Timestamps as ISO strings, as SQLite stores them; counts as numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === timestamptz) return isoOf;
    if (oid === bigint) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** In UTC with up to three decimals, as all that we write, without parsing a date. */
const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

function isoOf(text: string): string {
  const [, date, time, decimals = ''] = utc.exec(text) ?? [];
  if (date === undefined) return new Date(text).toISOString();
  return `${date}T${time}.${decimals.padEnd(3, '0')}Z`;
}

/** Calls must fail within 3 s while the database is away. */
const usualPatience = 2.5 * second;

/** A start may wait longer than a visitor. */
const migrationPatience = 15 * second;

/** All writers of the feed share one row lock, all writers of content another: no statement may hold it for long. */
const usualLimits: PostgresLimits = {
  statement_timeout: 15 * second,
  lock_timeout: 2 * second,
  idle_in_transaction_session_timeout: 3 * second,
};

/** Opens a pool of connections to PostgreSQL 15 or later. */
export function openPostgres({
  connectionString,
  connections,
  pooled,
  client,
  limits = usualLimits,
  patience = usualPatience,
}: PostgresSettings): Kysely<Tables> {
  const settings = Object.entries(limits);
  const pool = new pg.Pool({
    connectionString,
    types,
    fallback_application_name: client,
    max: connections,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    // Ends connections to an old primary after an unnoticed failover.
    maxLifetimeSeconds: hour / second,
    ...(!pooled && { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
  });
  // Without listeners these events end the process; the pool replaces closed connections by itself.
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
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
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
  states.set(db, () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + source.permits.waiting,
    max: connections,
  }));
  return db;
}

export interface PoolState {
  used: number;
  idle: number;
  /** Queries that wait for a connection, and transactions for their permit to write. */
  waiting: number;
  max: number;
}

const states = new WeakMap<Kysely<Tables>, () => PoolState>();

/** The connections of a database that openPostgres opened; undefined for others. */
export const poolState = (db: Kysely<Tables>): PoolState | undefined => states.get(db)?.();

/**
 * Opens PostgreSQL for migrations, whose statements may take long. Half of the connections may write: one holds the lock
 * while another builds an index.
 */
export const openForMigrations = (connectionString: string, pooled: boolean): Kysely<Tables> =>
  openPostgres({
    connectionString,
    connections: 4,
    pooled,
    client: 'brokerage-migrations',
    patience: migrationPatience,
    limits: { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 },
  });
