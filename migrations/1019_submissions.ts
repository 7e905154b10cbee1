import { type Kysely, sql } from 'kysely';
import { bytesOf } from './1000_schema/bytes.ts';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Articles and testimonials that wait for a review, or for the yes of the member in whose name they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, stored } = columnTypes(db);
  await sql`create table "submissions" (
    id ${id} primary key,
    kind text not null,
    -- The article, or the testimonial, which does not exist before it is published.
    target_id ${id} not null,
    -- The title, or the name.
    name text not null,
    -- JSON: the fields to publish.
    body text not null,
    -- The cover or portrait in it, which is not purged.
    image_id ${id} references images (id),
    author_id ${id} references users (id) on delete set null,
    -- The member in whose name it is, who is asked or has said yes.
    member_id ${id} references users (id) on delete set null,
    consent text,
    state text not null,
    -- Why it was sent back.
    word text not null,
    version integer not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    bytes integer ${bytesOf('name', 'body')} ${stored}
  )`.execute(db);
  await sql`create unique index submissions_once on submissions (target_id, author_id)`.execute(db);
  await sql`create index submissions_by_owner on submissions (author_id, bytes)`.execute(db);
  await sql`create index submissions_by_member on submissions (member_id)`.execute(db);
  await sql`create index submissions_by_image on submissions (image_id)`.execute(db);
  await sql`create index submissions_by_date on submissions (updated_at, id)`.execute(db);
}
