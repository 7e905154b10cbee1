import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** As 0084_template_pages, of the steps that members have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await db.schema.alterTable('onboarding_steps').addColumn('page_id', id).execute();
}
