import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Brotli's quality. 80 KB of HTML: `quick` takes 4 ms and leaves 16.6 KB, `best` 180 ms and 14.8 KB. Above bestMaxBytes `long` is
 * used: 4 MB of prose take 80 ms instead of 260, and 12% more bytes.
 */
const brotliQuality = { quick: 5, best: 11, long: 3 };
type Compression = 'quick' | 'best';
export const bestMaxBytes = 200_000;

interface PreparedOptions {
  brotli?: Buffer;
  gzipped?: Buffer;
  link?: string | undefined;
}

export class Prepared {
  readonly etag: string;
  readonly raw: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  /** False for content types that are already compressed. */
  readonly compressed: boolean;
  /** The Link header of a list with more pages. */
  readonly link: string | undefined;

  constructor(raw: Buffer, { brotli = raw, gzipped = raw, link }: PreparedOptions = {}) {
    this.link = link;
    this.etag = entityTag(raw);
    this.raw = raw;
    this.brotli = brotli;
    this.gzip = gzipped;
    this.compressed = brotli !== raw;
  }

  /** In memory, in all codings. */
  get bytes(): number {
    return this.raw.length + (this.compressed ? this.brotli.length + this.gzip.length : 0);
  }
}

export const entityTag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

interface PrepareOptions {
  link?: string | undefined;
  compression?: Compression;
  /** If it has been compressed before. */
  brotli?: Buffer | undefined;
}

/** Compresses a body once for many responses. */
export async function prepare(
  content: string | Buffer,
  { link, compression = 'best', brotli: packed }: PrepareOptions = {},
): Promise<Prepared> {
  const raw = alone(Buffer.from(content));
  // One after the other: the two together would double the memory for long lists.
  const isLong = raw.length > bestMaxBytes;
  const brotli = packed ?? (await brotliOf(raw, isLong ? 'long' : compression));
  const gzipped = alone(await compressGzip(raw, isLong ? { level: 1 } : {}));
  return new Prepared(raw, { brotli, gzipped, link });
}

/** Compresses the same body as well as possible. */
export async function recompressed({ raw, gzip: gzipped, link }: Prepared): Promise<Prepared> {
  return new Prepared(raw, { brotli: await brotliOf(raw, 'best'), gzipped, link });
}

async function brotliOf(raw: Buffer, compression: keyof typeof brotliQuality): Promise<Buffer> {
  const compressed = await compressBrotli(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[compression],
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  });
  return alone(compressed);
}

/** Copies it: zlib returns a part of a larger block, all of which would stay in memory. */
function alone(part: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(part.length);
  part.copy(copy);
  return copy;
}

/** Sends a prepared body in the best accepted coding, or 304. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, body: Prepared): FastifyReply {
  reply.headers(headersOfBody(body));
  if (reply.statusCode === 200 && hasSame(request, body.etag)) return reply.code(304).send();
  const { bytes, coding } = bestCoding(request, body);
  if (coding) reply.header('content-encoding', coding);
  return reply.send(bytes);
}

/** Headers of a body in any coding, and of its 304. */
export const headersOfBody = ({ etag, link, compressed }: Prepared): Record<string, string> => ({
  etag,
  ...(link && { link }),
  ...(compressed && { vary: 'accept-encoding' }),
});

export function bestCoding(
  { headers }: WithHeaders,
  { compressed, raw, brotli, gzip }: Prepared,
): { bytes: Buffer; coding?: string } {
  const accepted = (compressed && headers['accept-encoding']) || '';
  if (accepts(accepted, 'br')) return { bytes: brotli, coding: 'br' };
  if (accepts(accepted, 'gzip')) return { bytes: gzip, coding: 'gzip' };
  return { bytes: raw };
}

type WithHeaders = Pick<FastifyRequest, 'headers'>;

/** Proxies that compress make tags weak ("W/"). */
export function hasSame({ headers }: WithHeaders, etag: unknown): boolean {
  const known = headers['if-none-match'];
  if (known === undefined || typeof etag !== 'string') return false;
  return (
    known === etag || known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

/** Accepted if named, unless with quality 0 ("br;q=0"). */
export const accepts = (accepted: string, coding: keyof typeof named): boolean =>
  named[coding].test(accepted) && !rejected[coding].test(accepted);

const named = {
  br: /(^|[\s,])br\s*($|[,;])/i,
  gzip: /(^|[\s,])gzip\s*($|[,;])/i,
  zstd: /(^|[\s,])zstd\s*($|[,;])/i,
};
const rejected = {
  br: /(^|[\s,])br\s*;\s*q=0(\.0*)?\s*(,|$)/i,
  gzip: /(^|[\s,])gzip\s*;\s*q=0(\.0*)?\s*(,|$)/i,
  zstd: /(^|[\s,])zstd\s*;\s*q=0(\.0*)?\s*(,|$)/i,
};
