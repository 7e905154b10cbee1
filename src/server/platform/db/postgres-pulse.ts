import pg from 'pg';

const interval = 500;
/** With the interval less than the 3 s within which a call must be answered while the database is away. */
const patience = 2000;

/**
 * Watches whether PostgreSQL still answers while somebody waits for it; answers the way to stop watching.
 * A machine that is paused, or a network that swallows everything, closes no connection: without this, those who
 * wait would do so for minutes. A slow query is not cut short, as the pulse has a connection of its own.
 */
export function watchPulse(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const pulse = new Pulse(pool.options.connectionString);
  const timer = setInterval(async () => {
    const somebodyWaits = pool.totalCount > pool.idleCount;
    if (somebodyWaits && (await pulse.isGone()))
      for (const client of clients) client.connection.stream.destroy();
  }, interval);
  return () => {
    clearInterval(timer);
    pulse.close();
  };
}

class Pulse {
  readonly #connectionString: string | undefined;
  #client: pg.Client | undefined;
  #beating = false;

  constructor(connectionString: string | undefined) {
    this.#connectionString = connectionString;
  }

  /** True when PostgreSQL keeps silent. One that refuses speaks, and ends its connections by itself. */
  async isGone(): Promise<boolean> {
    if (this.#beating) return false;
    this.#beating = true;
    try {
      this.#client ??= await this.#connect();
      await this.#client.query('select 1');
      return false;
    } catch (error) {
      this.close();
      return error instanceof Error && /timeout/.test(error.message);
    } finally {
      this.#beating = false;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    client.on('error', () => this.close());
    await client.connect();
    return client;
  }

  close(): void {
    this.#client?.connection.stream.destroy();
    this.#client = undefined;
  }
}
