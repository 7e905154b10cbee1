import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The account that added a testimonial; none for those from before, and of accounts that are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`create table "testimonial_authors" (
    testimonial_id ${id} primary key references testimonials (id) on delete cascade,
    user_id ${id} not null references users (id) on delete cascade
  )`.execute(db);
  await sql`create index testimonial_authors_by_user on testimonial_authors (user_id)`.execute(db);
}
