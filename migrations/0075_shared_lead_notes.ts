import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** Whether the lead held inquiries of several people when the note was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, postgres } = columnTypes(db);
  await db.schema
    .alterTable('lead_notes')
    .addColumn('shared', boolean, (column) => column.notNull().defaultTo(postgres ? false : 0))
    .execute();
}
