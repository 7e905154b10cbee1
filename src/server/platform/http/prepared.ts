import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Above this size the best compression takes too long to wait for. */
const large = 200_000;

interface PreparedOptions {
  brotli?: Buffer;
  gzipped?: Buffer;
  /** The Link header of a list that goes on. */
  link?: string | undefined;
}

/** A body ready to be sent in whatever coding the client accepts. */
export class Prepared {
  readonly etag: string;
  readonly raw: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  /** False for what is compressed by its nature, hence sent as it is. */
  readonly compressed: boolean;
  /** The Link header of a list that goes on. */
  readonly link: string | undefined;

  constructor(raw: Buffer, { brotli = raw, gzipped = raw, link }: PreparedOptions = {}) {
    this.link = link;
    this.etag = entityTag(raw);
    this.raw = raw;
    this.brotli = brotli;
    this.gzip = gzipped;
    this.compressed = brotli !== raw;
  }
}

/** A strong validator made from the bytes themselves. */
export const entityTag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Compresses a body once, so that it can be sent a million times. */
export async function prepare(content: string | Buffer, link?: string): Promise<Prepared> {
  const raw = Buffer.from(content);
  const quality = raw.length > large ? 5 : 11;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    compressGzip(raw),
  ]);
  return new Prepared(raw, { brotli, gzipped, link });
}

/** Sends a prepared body in the best coding that the client takes, or 304 when it has it already. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, body: Prepared): FastifyReply {
  reply.header('etag', body.etag);
  if (body.link) reply.header('link', body.link);
  if (body.compressed) reply.header('vary', 'accept-encoding');
  if (reply.statusCode === 200 && hasSame(request, body.etag)) return reply.code(304).send();
  const accepted = (body.compressed && request.headers['accept-encoding']) || '';
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(body.brotli);
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(body.gzip);
  return reply.send(body.raw);
}

/** True when the client says that it has this very body; proxies that compress make tags weak ("W/"). */
export function hasSame(request: FastifyRequest, etag: unknown): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined || typeof etag !== 'string') return false;
  return known === etag || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A coding that is named is wanted, unless with a quality of nothing ("br;q=0"). */
const accepts = (accepted: string, coding: keyof typeof refused) =>
  accepted.includes(coding) && !(accepted.includes('q=0') && refused[coding].test(accepted));

const refused = { br: /br\s*;\s*q=0(\.0*)?\s*(,|$)/, gzip: /gzip\s*;\s*q=0(\.0*)?\s*(,|$)/ };
