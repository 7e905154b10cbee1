import type { FastifyInstance } from 'fastify';
import { entityTag, hasSame } from './prepared.ts';

/** For every response below /api, unknown routes included. */
export const apiHeaders = { 'cache-control': 'no-store' };

/** `build`: an office of an older build offers to reload. */
export function apiScope(api: FastifyInstance, build: string): void {
  const headers = { ...apiHeaders, 'x-build': build };
  api.decorateRequest('actor', undefined);
  api.decorateRequest('securityNote', undefined);
  // No cache may store personal data. Set per route: the same path has several spellings.
  api.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  // A 304 still saves the transfer for clients that store a list.
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

/** The version (versions.ts) covers what can be edited; the rest, such as names, changes without it. */
function tagOf(payload: string | Buffer, version?: string): string {
  const bytes = entityTag(payload);
  return version === undefined ? bytes : `${version.slice(0, -1)}.${bytes.slice(1)}`;
}

const isVersion = (tag: unknown): tag is string => typeof tag === 'string' && /^"v\d+"$/.test(tag);
