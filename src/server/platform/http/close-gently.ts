import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
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

/** Milliseconds after the server has closed; below the limit of a stop. */
const sendTime = 5 * second;

/**
 * Keeps connections open for five seconds while their response is being sent: to Node they are idle once the handler
 * has ended. Call it before the server listens.
 */
export function keepSendingConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdleConnections = app.server.closeIdleConnections.bind(app.server);
  let begun = 0;
  let retry: NodeJS.Timeout | undefined;
  // Called when the server closes. Which ones are idle only Node knows: none is closed before all is sent.
  app.server.closeIdleConnections = () => {
    begun ||= Date.now();
    clearTimeout(retry);
    const isSending = [...open].some((socket) => socket.writableLength > 0);
    if (isSending && Date.now() - begun < sendTime)
      retry = setTimeout(() => app.server.closeIdleConnections(), 100);
    else closeIdleConnections();
  };
}

/**
 * Fails no request: for the drain time /readyz is 503 and responses close their connection, so that proxies move on.
 */
export async function closeGently(app: FastifyInstance, departure: Departure): Promise<void> {
  departure.announce();
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await after(departure.drainTime);
  // Node ends the connections that are idle now, not those that become idle once their response is sent.
  const ending = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
  } finally {
    clearInterval(ending);
  }
}
