import type { Kysely } from 'kysely';

/** An older version leaves the column empty, which `npm run verify-log` forgives for the day of the upgrade. */
export const oldest = '0063_legal_hold_reminders';

/** Empty for the events that are there: the log is append-only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('security_log').addColumn('proof', 'text').execute();
}
