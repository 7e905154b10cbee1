import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The right to the content of the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, no } = columnTypes(db);
  await sql`alter table users add column content ${boolean} not null default ${no}`.execute(db);
}
