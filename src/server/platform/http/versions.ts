import type { FastifyReply, FastifyRequest } from 'fastify';
import { stale } from '../http-error.ts';

/** Tells the caller which version of a thing this is, for a later If-Match. */
export function sendVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"v${version}"`);
}

/**
 * The versions that If-Match demands, one of which it must be; undefined when the caller makes no demand. What is no
 * version of ours is one that nothing has, hence left out.
 */
export function expectedVersions(request: FastifyRequest): number[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.match(/"[^"]*"/g) ?? [];
  return tags.flatMap((tag) => /^"v(\d{1,9})(?:\..*)?"$/.exec(tag)?.[1] ?? []).map(Number);
}

/** @throws 412 when it is another version than those that are expected */
export function demandVersion(thing: string, version: number, expected: number[] | undefined): void {
  if (expected && !expected.includes(version)) throw stale(thing);
}
