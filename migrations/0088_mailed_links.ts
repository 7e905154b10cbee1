import type { Kysely } from 'kysely';

export const oldest = '0063_legal_hold_reminders';

/** The address that a link was mailed to, as long as nobody else has seen it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('password_links').addColumn('mailed_to', 'text').execute();
}
