import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** When a session last proved a second factor: unknown of those from before, which are asked for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema.alterTable('sessions').addColumn('factor_proven_at', timestamp).execute();
}
