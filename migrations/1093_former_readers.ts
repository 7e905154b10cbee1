import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** An acknowledgement knows the id of its member's deleted account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table handbook_acknowledgements add column user_was ${id}`.execute(db);
}
