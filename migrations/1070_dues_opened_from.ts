import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The paid closing that deducts an annual fee whose tick was taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table dues add column opened_from ${id}`.execute(db);
}
