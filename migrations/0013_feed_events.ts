import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** Feed events in commit order (docs/decisions/0008-the-live-feed.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  // No foreign keys: an event may outlive what it is about.
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

  // One row holds the last position: writers of events wait for each other's commits.
  await db.schema
    .createTable('feed_position')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into feed_position (id, position) values (1, 0)`.execute(db);
}
