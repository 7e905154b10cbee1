import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Names the refills of rows of earlier versions that are finished for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await sql`create table "refills" (name text primary key, finished_at ${timestamp} not null)`.execute(db);
}
