import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { compress, isCompressible, minBytes } from './compressed.ts';
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
    // A short text stays one: Node sends it in one piece with the headers.
    const body =
      typeof payload === 'string' && Buffer.byteLength(payload) >= minBytes ? Buffer.from(payload) : payload;
    const tag = reply.getHeader('etag');
    if (isWhole(body) && (tag === undefined || isVersion(tag))) reply.header('etag', tagOf(body, tag));
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
function tagOf(body: Buffer | string, version?: string): string {
  // A checksum: no one gains by an answer that looks unchanged, and a hash of it would cost four times as much.
  const sum = `${Buffer.byteLength(body).toString(36)}-${crc32(body).toString(36)}`;
  return version === undefined ? `"${sum}"` : `${version.slice(0, -1)}.${sum}"`;
}

const isWhole = (body: unknown): body is Buffer | string => typeof body === 'string' || Buffer.isBuffer(body);

const isVersion = (tag: unknown): tag is string => typeof tag === 'string' && /^"v\d+"$/.test(tag);
