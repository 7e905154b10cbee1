import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The rules of who may publish, in one row; null is the start value of the environment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table publishing_settings (
    id integer primary key,
    articles text,
    testimonials text,
    version integer not null
  )`.execute(db);
  await sql`insert into publishing_settings (id, version) values (1, 1)`.execute(db);
}
