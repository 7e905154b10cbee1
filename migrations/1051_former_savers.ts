import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** An event of an application knows the id of the deleted account that saved individual terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table application_events add column by_was ${id}`.execute(db);
}
