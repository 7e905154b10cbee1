import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';

const interval = 500;
/** Two misses and the interval stay below 3 s: within that time calls must fail while the database is away. */
const patience = 1000;
const missesAllowed = 1;
/** Lets a response that arrived while this process was busy be read first. */
const grace = 50;
/** These delays must not hold up the end of a command. */
const unref = { ref: false };

/**
 * Checks that PostgreSQL responds while connections are in use; returns the stop function. Without it queries wait
 * minutes for a paused machine. It has its own connection, so slow queries are not cut short.
 */
export function watchPulse(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const pulse = new Pulse(pool.options.connectionString);
  let misses = 0;
  let timer: NodeJS.Timeout;
  const beat = async () => {
    const isInUse = pool.totalCount > pool.idleCount || pool.waitingCount > 0;
    if (isInUse && (await pulse.isMissing())) misses++;
    else misses = 0;
    if (misses > missesAllowed) {
      misses = 0;
      for (const client of clients) client.connection.stream.destroy();
    }
    schedule();
  };
  // Jitter: processes that lost the database together must not reconnect in step.
  const schedule = () => {
    if (!pulse.isClosed) timer = setTimeout(beat, interval * (0.8 + 0.4 * Math.random()));
  };
  schedule();
  return () => {
    pulse.close();
    clearTimeout(timer);
  };
}

class Pulse {
  readonly #connectionString: string | undefined;
  #client: pg.Client | undefined;
  #isClosed = false;

  constructor(connectionString: string | undefined) {
    this.#connectionString = connectionString;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True when PostgreSQL is silent. An error is no silence: it ends its connections by itself. */
  async isMissing(): Promise<boolean> {
    const answered = this.#ping().then(
      () => true,
      () => {
        this.#drop();
        return true;
      },
    );
    const inTime =
      (await Promise.race([answered, after(patience, false, unref)])) ||
      (await Promise.race([answered, after(grace, false, unref)]));
    if (!inTime) this.#drop();
    return !inTime && !this.#isClosed;
  }

  async #ping(): Promise<void> {
    if (!this.#client) {
      const client = new pg.Client({
        connectionString: this.#connectionString,
        connectionTimeoutMillis: 2 * patience,
      });
      // Set before connecting: close() must find it.
      this.#client = client;
      client.on('error', () => this.#drop());
      await client.connect();
    }
    await this.#client?.query('select 1');
  }

  #drop(): void {
    this.#client?.connection.stream.destroy();
    this.#client = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }
}
