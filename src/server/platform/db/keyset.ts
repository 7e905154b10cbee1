import { type Expression, sql } from 'kysely';

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
