import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { compress, isCompressible } from './compressed.ts';
import { hasSame } from './prepared.ts';

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
  api.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200) return done(null, payload);
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const tag = reply.getHeader('etag');
    if (Buffer.isBuffer(body) && (tag === undefined || isVersion(tag)))
      reply.header('etag', tagOf(body, tag));
    if (Buffer.isBuffer(body) && isCompressible(request, reply, body))
      reply.header('vary', 'accept-encoding');
    if (hasSame(request, reply.getHeader('etag'))) {
      reply.code(304);
      // An empty text would have a length; Fastify's HEAD needs one.
      return done(null, request.method === 'HEAD' ? '' : null);
    }
    if (!Buffer.isBuffer(body)) return done(null, body);
    compress(request, reply, body, done);
  });
}

/** The version (versions.ts) covers what can be edited; the rest, such as names, changes without it. */
function tagOf(body: Buffer, version?: string): string {
  // A checksum: nobody gains by an answer that looks unchanged, and a hash of it would cost four times as much.
  const sum = `${body.length.toString(36)}-${crc32(body).toString(36)}`;
  return version === undefined ? `"${sum}"` : `${version.slice(0, -1)}.${sum}"`;
}

const isVersion = (tag: unknown): tag is string => typeof tag === 'string' && /^"v\d+"$/.test(tag);
