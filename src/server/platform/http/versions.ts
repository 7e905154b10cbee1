import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stale } from '../http-error.ts';

/** Sends the version as ETag, for a later If-Match. */
export function sendVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"v${version}"`);
}

/** The versions that If-Match allows; undefined without the header. Unknown tags are left out: they match none. */
export function expectedVersions(request: FastifyRequest): number[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.match(/"[^"]*"/g) ?? [];
  return tags.flatMap((tag) => /^"v(\d{1,9})(?:\..*)?"$/.exec(tag)?.[1] ?? []).map(Number);
}

/** The version that a body names, unless If-Match names others; undefined when neither names one. */
export function seenVersions(
  request: FastifyRequest,
  { version }: { version?: number | undefined },
): number[] | undefined {
  const expected = expectedVersions(request);
  return version === undefined ? expected : onlySeen(version, expected);
}

/** This version if it is among those expected, or none are; else an empty list, which no version passes. */
export const onlySeen = (version: number, expected: number[] | undefined): number[] =>
  (expected ?? [version]).filter((each) => each === version);

/** @throws 412 unless the version is among those expected */
export function demandVersion(thing: string, version: number, expected: number[] | undefined): void {
  if (expected && !expected.includes(version)) throw stale(thing);
}

/** A version of what has no counter: another one, as soon as it says something else. */
export const versionOfContent = (content: unknown): number =>
  Number.parseInt(createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 7), 16);
