import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, zstdCompress, zstdCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fairQueue } from '../fair-queue.ts';
import { turnOf } from './actor.ts';
import { clientAddress } from './client-address.ts';
import { accepts } from './prepared.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether answers are compressed: not those that may hold a token or secret (BREACH, docs/security.md S6.6). */
    compressed?: boolean;
  }
}

/** Bytes; less fits into one packet anyway. */
export const minBytes = 1024;
/**
 * Bytes; up to here this thread compresses: 38 KB take it 0.15 ms (zstd) to 0.5 ms (Brotli). libuv's few threads may be
 * hashing passwords and compressing pages.
 */
const maxHere = 64 * 1024;

const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

type Done = (error: Error | null, body: Buffer) => void;

/** One at a time, for the same reason; users and addresses take turns. */
export const compressionTurn = fairQueue({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY });

/** Calls `done` with the body in the best coding that the client accepts. */
export function compress(request: FastifyRequest, reply: FastifyReply, body: Buffer, done: Done): void {
  const coding = isCompressible(request, reply, body) ? codingFor(request, reply) : undefined;
  if (!coding) done(null, body);
  else if (body.length <= maxHere) done(null, codings[coding].here(body));
  else
    void compressionTurn(readerOf(request), () => codings[coding].inThread(body)).then(
      (small) => done(null, small),
      (error: Error) => done(error, body),
    );
}

const readerOf = (request: FastifyRequest) =>
  request.actor ? turnOf(request.actor) : clientAddress(request);

/** Whether the answer depends on accept-encoding, also as a 304. */
export const isCompressible = (request: FastifyRequest, reply: FastifyReply, body: Buffer): boolean =>
  request.routeOptions.config.compressed === true &&
  !reply.hasHeader('content-encoding') &&
  body.length >= minBytes;

function codingFor(request: FastifyRequest, reply: FastifyReply): keyof typeof codings | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  const coding = accepts(accepted, 'zstd') ? 'zstd' : accepts(accepted, 'br') ? 'br' : undefined;
  if (coding) reply.header('content-encoding', coding);
  return coding;
}

export const codings = {
  zstd: {
    here: (body: Buffer) => zstdCompressSync(body, zstd),
    inThread: (body: Buffer) => promisify(zstdCompress)(body, zstd),
  },
  br: {
    here: (body: Buffer) => brotliCompressSync(body, brotli),
    inThread: (body: Buffer) => promisify(brotliCompress)(body, brotli),
  },
};
