import type { FastifyReply } from 'fastify';
import { idPattern } from '../../../shared/fields.ts';
import type { Keyset } from '../db/keyset.ts';
import { invalid } from '../http-error.ts';

const form = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S{36})$/;

/** The opaque text of a keyset. */
export const encodeCursor = ({ at, id }: Keyset): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Undefined without a cursor. @throws 400 'Cursor is not valid' for anything encodeCursor did not make */
export function decodeCursor(cursor: string | undefined): Keyset | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined || !isMoment(at) || !idPattern.test(id)) {
    throw invalid('Cursor is not valid', 'cursor');
  }
  return { at, id };
}

/** Rejects impossible dates: one database fails on them, the other shifts them. */
const isMoment = (at: string) => !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at;

/** Sets the Link header (RFC 8288) to the next page of the list at `address`. */
export function linkNext(reply: FastifyReply, address: string, next: Keyset | undefined): void {
  const link = nextLink(address, next);
  if (link) reply.header('link', link);
}

/** The value of the Link header; undefined on the last page. */
export function nextLink(address: string, next: Keyset | undefined): string | undefined {
  if (!next) return undefined;
  const url = new URL(address, 'http://localhost');
  url.searchParams.set('cursor', encodeCursor(next));
  return `<${url.pathname}${url.search}>; rel="next"`;
}
