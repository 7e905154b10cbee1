import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** What of rows of earlier versions has been written again, once and for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await sql`create table "refills" (name text primary key, finished_at ${timestamp} not null)`.execute(db);
}
