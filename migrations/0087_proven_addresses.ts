import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** When a link mailed to the present address was used; a job fills what earlier versions can tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema.alterTable('users').addColumn('email_proven_at', timestamp).execute();
}
