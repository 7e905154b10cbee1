import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tells the caller which version of a thing this is, for a later If-Match. */
export function sendVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"v${version}"`);
}

/**
 * The version that If-Match demands; undefined when the caller makes no demand.
 * Something that is no version of ours is one that nothing has (-1).
 */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^(?:W\/)?"v(\d{1,9})(?:\.[^"]*)?"$/.exec(header.trim())?.[1];
  return version === undefined ? -1 : Number(version);
}
