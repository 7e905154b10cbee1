import type { Kysely } from 'kysely';

/** What the texts are rendered to, beside them; null until the text is first shown where it was stored before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('articles').addColumn('html', 'text').execute();
  await db.schema.alterTable('articles').addColumn('minutes', 'integer').execute();
  await db.schema.alterTable('testimonials').addColumn('html', 'text').execute();
  await db.schema.alterTable('testimonials').addColumn('excerpt', 'text').execute();
}
