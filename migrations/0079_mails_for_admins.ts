import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** Whether a mail is sent only while its user is an active admin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, postgres } = columnTypes(db);
  await db.schema
    .alterTable('mails')
    .addColumn('for_admins', boolean, (column) => column.notNull().defaultTo(postgres ? false : 0))
    .execute();
}
