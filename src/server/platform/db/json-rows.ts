import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom as postgresRows } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteRows } from 'kysely/helpers/sqlite';

export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

export type JsonRows<O> = string & { readonly rows?: O };

/** A correlated subquery as JSON text. It runs for each outer row, so limit those first (see listPosts). */
export function jsonRows<T, DB, TB extends keyof DB, O>(
  db: Kysely<T>,
  subquery: SelectQueryBuilder<DB, TB, O>,
): RawBuilder<JsonRows<O>> {
  return isPostgres(db)
    ? sql<JsonRows<O>>`${postgresRows(subquery)}::text`
    : sql<JsonRows<O>>`${sqliteRows(subquery)}`;
}

/** Parses the text of `jsonRows`; timestamps keep the engine's format, which `new Date` reads. */
export function parseJsonRows<O>(text: JsonRows<O>): O[] {
  const rows: O[] = JSON.parse(text);
  return rows;
}
