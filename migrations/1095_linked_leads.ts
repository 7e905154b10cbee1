import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The first of the leads that may be one person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table contact_requests add column linked_to ${id}`.execute(db);
}
