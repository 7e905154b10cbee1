import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);

  // When the person confirmed being 18 or older; null for those whom no invitation asked.
  await db.schema.alterTable('users').addColumn('adult_confirmed_at', timestamp).execute();
  await db.schema.createIndex('users_by_date').on('users').columns(['created_at', 'id']).execute();

  // A row for each kind of change that only one transaction at a time may make; see db/locks.ts.
  await db.schema
    .createTable('locks')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute();
  await sql`insert into locks (name) values ('users')`.execute(db);
}
