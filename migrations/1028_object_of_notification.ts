import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The lead, application, agreement or closing that it is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table notifications add column object_id ${id}`.execute(db);
}
