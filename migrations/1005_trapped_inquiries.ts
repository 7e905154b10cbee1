import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Whether a field that people do not see was filled in; of earlier ones it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, no } = columnTypes(db);
  await db.schema
    .alterTable('contact_requests')
    .addColumn('trapped', boolean, (column) => column.notNull().defaultTo(no))
    .execute();
}
