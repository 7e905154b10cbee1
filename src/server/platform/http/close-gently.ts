import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a server leaves; given to whatever has to begin with it at once. */
export class Departure {
  readonly #leaving = new AbortController();
  /** Milliseconds between the announcement and the end; a setting. */
  readonly drainTime: number;

  constructor(drainTime: number) {
    this.drainTime = drainTime;
  }

  /** Aborted from the announcement on. */
  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  announce(): void {
    this.#leaving.abort();
  }
}

/**
 * Stops a server without failing a request. For the drain time it serves on, while /readyz says 503 and every response
 * ends its connection, so that a proxy takes its next requests elsewhere; then no connection is accepted, idle ones
 * end, and requests in flight are finished.
 */
export async function closeGently(app: FastifyInstance, departure: Departure): Promise<void> {
  departure.announce();
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await setTimeout(departure.drainTime);
  await app.close();
}
