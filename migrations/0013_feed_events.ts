import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** What happened in the feed, in the order of the commits, for those who have it open (docs/decisions). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  // Nothing refers to posts or users: an event tells of what may be gone by the time that it is read.
  await db.schema
    .createTable('feed_events')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('post_id', id)
    .addColumn('comment_id', id)
    .addColumn('user_id', id)
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('feed_events_by_date').on('feed_events').column('created_at').execute();

  // One row, that each event takes its position from: whoever writes the next event waits for the commit of this one.
  await db.schema
    .createTable('feed_position')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into feed_position (id, position) values (1, 0)`.execute(db);
}
