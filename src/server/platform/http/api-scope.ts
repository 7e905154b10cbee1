import type { FastifyInstance } from 'fastify';
import { entityTag, hasSame } from './prepared.ts';

/** Of every answer below /api, also where no route is. */
export const apiHeaders = { 'cache-control': 'no-store' };

/** What every answer of the API has in common, beside what its contract says. */
export function apiScope(api: FastifyInstance): void {
  api.decorateRequest('actor', undefined);
  // Personal data is kept in no cache. Said here and not by the address, which can be spelled in many ways.
  api.addHook('onRequest', (_request, reply, done) => {
    reply.headers(apiHeaders);
    done();
  });
  // A client that keeps a list itself still saves the transfer.
  api.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200) return payload;
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    const tag = reply.getHeader('etag');
    if (isBody && (tag === undefined || isVersion(tag))) reply.header('etag', tagOf(payload, tag));
    if (!hasSame(request, reply.getHeader('etag'))) return payload;
    reply.code(304);
    return '';
  });
}

/** A version (versions.ts) says what may be changed; what is read with it, a name say, may change without it. */
function tagOf(payload: string | Buffer, version?: string): string {
  const bytes = entityTag(payload);
  return version === undefined ? bytes : `${version.slice(0, -1)}.${bytes.slice(1)}`;
}

const isVersion = (tag: unknown): tag is string => typeof tag === 'string' && /^"v\d+"$/.test(tag);
