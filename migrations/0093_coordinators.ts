import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** Users with the right "closings". */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, postgres } = columnTypes(db);
  await db.schema
    .alterTable('users')
    .addColumn('coordinator', boolean, (column) => column.notNull().defaultTo(postgres ? false : 0))
    .execute();
}
