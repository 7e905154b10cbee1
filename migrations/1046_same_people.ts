import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Accounts stay one person when what links them goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, boolean } = columnTypes(db);
  await sql`create table same_people (
    user_id ${id} not null references users (id) on delete cascade,
    link_id ${id} not null,
    by_number ${boolean} not null,
    primary key (user_id, link_id)
  )`.execute(db);
  await sql`create index same_people_by_link on same_people (link_id)`.execute(db);
}
