import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** A legal hold keeps decided reports when what they are on goes: `reports` loses them with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await sql`create table kept_reports (
    id ${id} primary key,
    post_id ${id} not null,
    comment_id ${id},
    author_id ${id},
    reporter_id ${id} references users (id) on delete set null,
    reason text not null,
    details text,
    text text,
    created_at ${timestamp} not null,
    resolved_at ${timestamp} not null
  )`.execute(db);
  await sql`create index kept_reports_by_reporter on kept_reports (reporter_id)`.execute(db);
}
