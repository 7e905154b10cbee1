import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, postgres } = columnTypes(db);
  const no = postgres ? sql`false` : sql`0`;
  await db.schema
    .alterTable('contact_requests')
    .addColumn('overflow', boolean, (column) => column.notNull().defaultTo(no))
    .execute();
  await db.schema
    .createIndex('contact_requests_by_overflow')
    .on('contact_requests')
    .columns(['spam', 'overflow', 'created_at', 'id', 'mail_id'])
    .execute();
  // Serialises the trimming of the spam folder; see db/locks.ts.
  await sql`insert into locks (name) values ('spam')`.execute(db);
}
