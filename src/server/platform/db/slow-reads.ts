import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import type { Config } from '../config.ts';
import { fairQueue } from '../fair-queue.ts';
import { unavailable } from '../http-error.ts';
import { besideCode } from '../project-folder.ts';
import type { Database } from './database.ts';
import type { ReadQuery } from './read-thread.ts';
import { databaseFile } from './sqlite.ts';
import { toNumbers, withBooleans } from './sqlite-booleans.ts';

export interface SlowReads {
  /** Runs `work`, which may only read; on PostgreSQL in `db`. @throws 429 beyond a few at once per user; 503 past the time limit */
  run<T>(person: string, db: Database, work: (db: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Runs a query of a file where it delays no other request. */
export type Read = <T>(query: (db: Database) => Promise<T>) => Promise<T>;

interface Options {
  timeout?: number;
}

const waitingEach = 3;

/** SQLite blocks its thread, so reads get their own. On PostgreSQL two run at a time, with a time limit. */
export function openSlowReads(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { timeout = 2000 }: Options = {},
): SlowReads {
  return config.databaseUrl ? slowPostgresReads(timeout) : slowSqliteReads(config.dataDir, timeout);
}

function slowPostgresReads(timeout: number): SlowReads {
  const turn = fairQueue({ atOnce: 2, maxWaiting: waitingEach });
  return {
    run: (person, db, work) =>
      turn(person, () =>
        db
          .transaction()
          .setAccessMode('read only')
          .execute(async (transaction) => {
            // Workers take longer to start than a page takes to be found, and the cores from everyone else.
            await sql`select set_config('statement_timeout', ${String(timeout)}, true),
              set_config('max_parallel_workers_per_gather', '0', true)`.execute(transaction);
            return work(transaction);
          })
          .catch((error) => {
            throw isCanceled(error) ? unavailable() : error;
          }),
      ),
    async close() {},
  };
}

const isCanceled = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014';

function slowSqliteReads(dataDir: string, timeout: number): SlowReads {
  const turn = fairQueue({ atOnce: 1, maxWaiting: waitingEach });
  const thread = new ReadThread(databaseFile(dataDir), timeout);
  const reader = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => thread,
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { run: (person, _db, work) => turn(person, () => work(reader)), close: () => reader.destroy() };
}

/** Sends queries to read-thread.ts one by one; a slow or failed thread is replaced. */
class ReadThread implements Driver, DatabaseConnection {
  readonly #file: string;
  readonly #timeout: number;
  #worker: Worker | undefined;
  /** Exit of the last thread: two at once would defeat the limit. */
  #gone: Promise<unknown> = Promise.resolve();

  constructor(file: string, timeout: number) {
    this.#file = file;
    this.#timeout = timeout;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    await this.#gone;
    const worker = this.#worker ?? (await this.#start());
    const timeout = AbortSignal.timeout(this.#timeout);
    const answered = once(worker, 'message', { signal: timeout });
    const query: ReadQuery = { sql, parameters: toNumbers(parameters) };
    worker.ref();
    worker.postMessage(query);
    try {
      const rows: R[] = (await answered)[0];
      worker.unref();
      return { rows: withBooleans(rows) };
    } catch (error) {
      this.#end();
      throw timeout.aborted ? unavailable() : error;
    }
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(besideCode('src/server/platform/db/read-thread.ts'), {
      workerData: this.#file,
      execArgv: [],
      env: {},
    });
    // An error with no query waiting must not end the process; the next query starts a thread.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    await once(worker, 'message');
    return worker;
  }

  #end(): void {
    this.#gone = this.#worker?.terminate() ?? this.#gone;
    this.#worker = undefined;
  }

  async init() {}
  async acquireConnection() {
    return this;
  }
  async releaseConnection() {}
  async destroy() {
    this.#end();
    await this.#gone;
  }

  async beginTransaction(): Promise<never> {
    throw new Error('Slow reads are single queries');
  }
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;
  // biome-ignore lint/correctness/useYield: nothing here is read as a stream
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Slow reads are not streamed');
  }
}
