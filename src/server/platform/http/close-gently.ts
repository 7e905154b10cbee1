import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export class Departure {
  readonly #leaving = new AbortController();
  /** Milliseconds between the announcement and the end. */
  readonly drainTime: number;

  constructor(drainTime: number) {
    this.drainTime = drainTime;
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  announce(): void {
    this.#leaving.abort();
  }
}

/**
 * Fails no request: for the drain time /readyz is 503 and responses close their connection, so that proxies move on.
 */
export async function closeGently(app: FastifyInstance, departure: Departure): Promise<void> {
  departure.announce();
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await setTimeout(departure.drainTime);
  // Node ends the connections that are idle now, not those that become idle once their response is sent.
  const ending = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
  } finally {
    clearInterval(ending);
  }
}
