import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom as postgresRows } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteRows } from 'kysely/helpers/sqlite';

/** True on PostgreSQL; for the few things that the engines do differently. */
export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** The JSON text of rows of shape O, until `parseJsonRows` has read it. */
export type JsonRows<O> = string & { readonly rows?: O };

/**
 * A correlated subquery as one column: its rows as JSON text, in its order. It is evaluated for each row of the
 * outer query, so that one must be limited first (see listPosts). Timestamps inside come as each engine writes
 * them; `new Date` reads both.
 */
export function jsonRows<T, DB, TB extends keyof DB, O>(
  db: Kysely<T>,
  subquery: SelectQueryBuilder<DB, TB, O>,
): RawBuilder<JsonRows<O>> {
  return isPostgres(db)
    ? sql<JsonRows<O>>`${postgresRows(subquery)}::text`
    : sql<JsonRows<O>>`${sqliteRows(subquery)}`;
}

/** Reads what `jsonRows` has written. */
export function parseJsonRows<O>(text: JsonRows<O>): O[] {
  const rows: O[] = JSON.parse(text);
  return rows;
}
