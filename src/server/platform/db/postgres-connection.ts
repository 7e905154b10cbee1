import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { WritePermits } from './write-permits.ts';

export interface ConnectionSource {
  pool: pg.Pool;
  permits: WritePermits;
  /** Sent with the begin of each transaction when a pooler prevents settings per connection. */
  transactionSettings: string;
}

const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/** Kysely's begin with `setAccessMode('read only')`. */
const beginReadOnly = 'start transaction read only';

const onlyReads = (sql: string) => sql === beginReadOnly || /^\(?select/i.test(sql);

interface History {
  failover: number;
  /** Changes the statement names after a schema change. */
  plans: number;
}

const histories = new WeakMap<pg.PoolClient, History>();

/** Counts failovers: connections from before one are not reused. */
const failovers = new WeakMap<pg.Pool, number>();

/** Waits for the first statement to take a connection: it shows whether a write permit is needed. */
export class PostgresConnection implements PostgresPoolClient {
  readonly #source: ConnectionSource;
  #client: pg.PoolClient | undefined;
  #history: History = { failover: 0, plans: 0 };
  #releasePermit: (() => void) | undefined;
  #isInTransaction = false;
  #isBroken = false;

  constructor(source: ConnectionSource) {
    this.#source = source;
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
    this.#client ??= await this.#acquire(sql);
    const client = this.#client;
    if (sql === 'begin' || sql === beginReadOnly) {
      this.#isInTransaction = true;
      await client.query(`${sql}${this.#source.transactionSettings}`);
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    try {
      return await this.#send<R>(client, sql, parameters);
    } catch (error) {
      const code = codeOf(error);
      if (isNoPrimary(code)) {
        failovers.set(this.#source.pool, (failovers.get(this.#source.pool) ?? 0) + 1);
        this.#isBroken = true;
      }
      if (!isOutdatedPlan(code)) throw error;
      this.#history.plans++;
      // The transaction is lost; inTransaction retries it on another connection.
      if (this.#isInTransaction) {
        this.#isBroken = true;
        throw error;
      }
      return this.#send<R>(client, sql, parameters);
    }
  }

  async #send<R extends pg.QueryResultRow>(
    client: pg.PoolClient,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const { command, rowCount, rows } = await client.query<R>({
      name: nameOf(sql, this.#history.plans),
      text: sql,
      values: [...parameters],
    });
    // Kysely only distinguishes changes from the rest; DDL and BEGIN count as the rest.
    return {
      command: changes.find((change) => change === command) ?? 'SELECT',
      rowCount: rowCount ?? 0,
      rows,
    };
  }

  async #acquire(sql: string): Promise<pg.PoolClient> {
    const { pool, permits } = this.#source;
    if (!onlyReads(sql)) this.#releasePermit = await permits.acquire();
    try {
      for (;;) {
        const client = await pool.connect();
        const failover = failovers.get(pool) ?? 0;
        const history = histories.get(client) ?? { failover, plans: 0 };
        histories.set(client, history);
        this.#history = history;
        if (history.failover === failover) return client;
        client.release(true);
      }
    } catch (error) {
      this.#releasePermit?.();
      this.#releasePermit = undefined;
      throw error;
    }
  }

  release(destroy?: boolean): void {
    this.#client?.release(destroy || this.#isBroken);
    this.#client = undefined;
    this.#releasePermit?.();
    this.#releasePermit = undefined;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const isNoPrimary = (code: string) => code === '25006' || code.startsWith('57P0');

/** A prepared statement whose result columns changed (0A000), or that the server does not know (26000). */
export const isOutdatedPlan = (code: string): boolean => code === '0A000' || code === '26000';

const names = new Map<string, string>();

/** Undefined past a max count, so that generated SQL cannot fill the memory. */
function nameOf(sql: string, plans: number): string | undefined {
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= 1000) return undefined;
    name = createHash('sha1').update(sql).digest('base64url');
    names.set(sql, name);
  }
  return plans === 0 ? name : `${name}-${plans}`;
}
