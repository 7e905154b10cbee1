import { type Kysely, PostgresAdapter, sql } from 'kysely';

export function columnTypes<T>(db: Kysely<T>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return postgres
    ? { postgres, id: sql`uuid`, timestamp: sql`timestamptz`, boolean: sql`boolean` }
    : { postgres, id: sql`text`, timestamp: sql`text`, boolean: sql`integer` };
}
