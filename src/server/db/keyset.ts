import type { FastifyReply } from 'fastify';
import { type Expression, sql } from 'kysely';
import { idPattern } from '../../shared/fields.ts';
import { invalid } from '../http/faults.ts';

/** The place in a list ordered by time, newest first, after which a page begins. */
export interface Keyset {
  at: string;
  id: string;
}

/** What to answer of a list that is answered whole as long as nobody asks for less. */
export interface PartOfList {
  limit?: number | undefined;
  after?: Keyset | undefined;
}

/** A page of a list: its rows, and where the next page begins if there is one. */
export interface KeysetPage<T> {
  rows: T[];
  next: Keyset | undefined;
}

const form = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S{36})$/;

/** The opaque text by which a keyset travels. */
export const encodeCursor = ({ at, id }: Keyset): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Undefined without a cursor. @throws 400 'Cursor is not valid' for anything that encodeCursor did not make */
export function decodeCursor(cursor: string | undefined): Keyset | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined || !isMoment(at) || !idPattern.test(id)) {
    throw invalid('Cursor is not valid', 'cursor');
  }
  return { at, id };
}

/** A day that no calendar has is a fault in one database, and another day in the other. */
const isMoment = (at: string) => !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at;

/** The condition `(at, id) < keyset` on two columns, which one index answers on both engines. */
export const beforeKeyset = (
  atColumn: string,
  idColumn: string,
  { at, id }: { [Part in keyof Keyset]: Keyset[Part] | Expression<string> },
) => sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}, ${id})`;

/** Cuts the one row too many that tells whether there is a next page. */
export function toKeysetPage<T>(rows: T[], limit: number, keyOf: (row: T) => Keyset): KeysetPage<T> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? keyOf(last) : undefined };
}

/** Names the next page of the list at `address` in the Link header (RFC 8288), with the parameters it has. */
export function linkNext(reply: FastifyReply, address: string, next: Keyset | undefined): void {
  if (!next) return;
  const url = new URL(address, 'http://localhost');
  url.searchParams.set('cursor', encodeCursor(next));
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
