import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** When a session was last confirmed, which counts for longer than its sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await sql`alter table sessions add column confirmed_at ${timestamp}`.execute(db);
}
