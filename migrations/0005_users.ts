import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);

  // Confirmed being 18 or older; null for users without an invitation.
  await db.schema.alterTable('users').addColumn('adult_confirmed_at', timestamp).execute();
  await db.schema.createIndex('users_by_date').on('users').columns(['created_at', 'id']).execute();

  // Rows for acquireLock; see db/locks.ts.
  await db.schema
    .createTable('locks')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute();
  await sql`insert into locks (name) values ('users')`.execute(db);
}
