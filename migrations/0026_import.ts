import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0025_job_successes';

/** What came from another system. Rows have ids derived from the old ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema.alterTable('users').addColumn('imported_at', timestamp).execute();
  await db.schema
    .createTable('imported_ids')
    .addColumn('id', id, (column) => column.primaryKey())
    // Of an account that was here before with the same e-mail address.
    .addColumn('became', id, (column) => column.references('users.id').onDelete('set null'))
    .execute();
  // The foreign key needs it, or each delete scans the table.
  await sql`create index imported_ids_by_account on imported_ids (became) where became is not null`.execute(
    db,
  );
}
