import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** From when on it is emailed; null once it was, or for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await sql`alter table notifications add column mail_due_at ${timestamp}`.execute(db);
}
