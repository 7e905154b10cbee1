import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Whether the one person who approves may act on closings of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, no } = columnTypes(db);
  await sql`alter table closing_settings add column own_closings ${boolean} not null default ${no}`.execute(
    db,
  );
}
