import { createHash } from 'node:crypto';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { watchPulse } from './postgres-pulse.ts';
import type { Tables } from './tables.ts';

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

/** Opens a pool of connections to PostgreSQL 15 or later. */
export function openPostgres(connectionString: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 10,
    // Fail within the 3 s in which a call must be answered while the database is away.
    connectionTimeoutMillis: 2500,
    keepAlive: true,
  });
  // A connection that the server closes is replaced at the next query. Unheard, these events would end the process:
  // one comes from idle connections, the other from those that are lent out and are between two queries.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withNamedStatements(pool, watchPulse(pool)) }),
  });
}

function withNamedStatements(pool: pg.Pool, onEnd: () => void): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, NamingClient>();
  return {
    options: pool.options,
    end() {
      onEnd();
      return pool.end();
    },
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const naming = new NamingClient(client);
      clients.set(client, naming);
      return naming;
    },
  };
}

const names = new Map<string, string>();

/** A name for a statement's text; undefined past a bound, so that built-up SQL cannot fill the memory. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known || names.size >= 1000) return known;
  const name = createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return name;
}

const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** Names each statement by its text, so that a connection parses and plans it only once. */
class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R extends pg.QueryResultRow>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new Error('Cursors are not used here');
    return this.#run<R>(sql, parameters);
  }

  async #run<R extends pg.QueryResultRow>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query<R>({
      name: nameOf(sql),
      text: sql,
      values: [...parameters],
    });
    // Kysely only tells changes from the rest; DDL and BEGIN count as the rest.
    return {
      command: changes.find((change) => change === command) ?? 'SELECT',
      rowCount: rowCount ?? 0,
      rows,
    };
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
