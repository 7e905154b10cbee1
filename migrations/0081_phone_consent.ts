import type { Kysely } from 'kysely';

export const oldest = '0063_legal_hold_reminders';

/** Which text about calls and messages stood beside the phone number; null where none was shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contact_requests').addColumn('phone_consent', 'integer').execute();
}
