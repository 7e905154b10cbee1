import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** Which contact requests went to the spam folder only because there were too many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, postgres } = columnTypes(db);
  const no = postgres ? sql`false` : sql`0`;
  await db.schema
    .alterTable('contact_requests')
    .addColumn('overflow', boolean, (column) => column.notNull().defaultTo(no))
    .execute();
  // Only one transaction at a time may keep the spam folder within its bounds; see db/locks.ts.
  await sql`insert into locks (name) values ('spam')`.execute(db);
}
