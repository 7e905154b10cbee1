import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** The page of the handbook to acknowledge, in place of a copy of its text. Pages are never deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await db.schema.alterTable('onboarding_template').addColumn('page_id', id).execute();
}
