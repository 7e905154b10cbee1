import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** Whether next step and reason were written while the lead held inquiries of several people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, postgres } = columnTypes(db);
  await db.schema
    .alterTable('contact_requests')
    .addColumn('shared', boolean, (column) => column.notNull().defaultTo(postgres ? false : 0))
    .execute();
}
