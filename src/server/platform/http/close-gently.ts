import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { second } from '../../../shared/time.ts';

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

/** Milliseconds for a response to be sent once its handler has ended; below the limit of a stop. */
const sendTime = 5 * second;

/**
 * Keeps connections whose response is still being sent: to Node they are idle once its handler has ended. Call it before
 * the server listens.
 */
export function keepSendingConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdleConnections = app.server.closeIdleConnections.bind(app.server);
  let begun = 0;
  // Node, Fastify and closeGently call it when the server closes. Which ones are idle only Node knows: none is closed before.
  app.server.closeIdleConnections = () => {
    begun ||= Date.now();
    const isSending = [...open].some((socket) => socket.writableLength > 0);
    if (!isSending || Date.now() - begun > sendTime) closeIdleConnections();
  };
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
