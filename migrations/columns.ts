import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The SQL that differs between the two databases. */
export function columnTypes<T>(db: Kysely<T>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return postgres
    ? {
        postgres,
        id: sql`uuid`,
        timestamp: sql`timestamptz`,
        boolean: sql`boolean`,
        no: sql`false`,
        stored: sql`stored`,
        /** Sorted by the characters' numbers, as SQLite does. */
        byNumber: sql`collate "C"`,
      }
    : {
        postgres,
        id: sql`text`,
        timestamp: sql`text`,
        boolean: sql`integer`,
        no: sql`0`,
        // Not stored: the rows would be larger. An index that has the column holds its value either way.
        stored: sql`virtual`,
        byNumber: sql``,
      };
}

export type ColumnTypes = ReturnType<typeof columnTypes>;
