import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The look at the public record that renewed a tick; null for one that a person ticked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table member_checks add column look_id ${id}`.execute(db);
}
