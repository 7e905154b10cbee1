import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** A closing knows the id of its agent's deleted account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table closings add column agent_was ${id}`.execute(db);
}
