import type { FastifyInstance } from 'fastify';
import { entityTag } from './prepared.ts';

/** What every answer of the API has in common, beside what its contract says. */
export function apiScope(api: FastifyInstance): void {
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  // no-store keeps caches from holding personal data; a client that keeps a list itself still saves the transfer.
  api.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload;
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!reply.hasHeader('etag') && isBody) reply.header('etag', entityTag(payload));
    if (request.headers['if-none-match'] !== reply.getHeader('etag')) return payload;
    reply.code(304);
    return '';
  });

  api.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'request',
    );
  });
}
