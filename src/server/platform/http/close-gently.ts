import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Stops a server without failing a request: for `announcement` milliseconds every answer ends its connection, so
 * that a proxy takes its next requests elsewhere; then no connection is accepted, idle ones end, and requests in
 * flight are finished.
 */
export async function closeGently(app: FastifyInstance, announcement: number): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await setTimeout(announcement);
  await app.close();
}
