import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The areas about whose work someone wants no emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`create table "muted_areas" (
    user_id ${id} not null references users (id) on delete cascade,
    area text not null,
    primary key (user_id, area)
  )`.execute(db);
}
