import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The stars of a testimonial, 1 to 5; null where the agent gave none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table testimonials add column rating integer`.execute(db);
}
