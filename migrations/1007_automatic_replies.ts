import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Whether a mail answers a visitor; those that wait go out as any other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, no } = columnTypes(db);
  await db.schema
    .alterTable('mails')
    .addColumn('auto_reply', boolean, (column) => column.notNull().defaultTo(no))
    .execute();
}
