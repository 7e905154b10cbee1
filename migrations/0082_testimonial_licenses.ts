import type { Kysely } from 'kysely';

export const oldest = '0063_legal_hold_reminders';

/** The license number of who speaks in a testimonial: 8 digits, or null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('testimonials').addColumn('license', 'text').execute();
}
