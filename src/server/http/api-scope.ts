import type { FastifyInstance } from 'fastify';
import { entityTag, hasSame } from './prepared.ts';
import { logRequests } from './request-log.ts';

/** What every answer of the API has in common, beside what its contract says. */
export function apiScope(api: FastifyInstance): void {
  api.decorateRequest('actor', undefined);
  // Personal data is kept in no cache (see security-headers.ts); a client that keeps a list itself still saves the transfer.
  api.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200) return payload;
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!reply.hasHeader('etag') && isBody) reply.header('etag', entityTag(payload));
    if (!hasSame(request, reply.getHeader('etag'))) return payload;
    reply.code(304);
    return '';
  });

  logRequests(api, 'info');
}
