import { type Expression, sql } from 'kysely';

export interface Keyset {
  at: string;
  id: string;
}

/** Paging parameters of a list that is returned whole by default. */
export interface PartOfList {
  limit?: number | undefined;
  after?: Keyset | undefined;
}

export interface KeysetPage<T> {
  rows: T[];
  next: Keyset | undefined;
}

/** The condition `(at, id) < keyset`; both engines use one index for it. */
export const beforeKeyset = (
  atColumn: string,
  idColumn: string,
  { at, id }: { [Part in keyof Keyset]: Keyset[Part] | Expression<string> },
) => sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}, ${id})`;

/** The condition `(at, id) > keyset`. */
export const afterKeyset = (atColumn: string, idColumn: string, { at, id }: Keyset) =>
  sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) > (${at}, ${id})`;

/** Cuts the extra row that shows whether there is a next page. */
export function toKeysetPage<T>(rows: T[], limit: number, keyOf: (row: T) => Keyset): KeysetPage<T> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last ? keyOf(last) : undefined };
}
