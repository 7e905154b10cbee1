import { type Kysely, sql } from 'kysely';

/** What the texts are rendered to, beside them; null until the text is first shown where it was stored before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('articles').addColumn('html', 'text').execute();
  await db.schema.alterTable('articles').addColumn('minutes', 'integer').execute();
  // With due_at, or SQLite walks through every text to see whether an article is public.
  await db.schema.dropIndex('articles_by_date').execute();
  await db.schema
    .createIndex('articles_by_date')
    .on('articles')
    .columns(['published_at', 'id', 'due_at'])
    .execute();
  // Of the few that are due only, or SQLite takes it to find all that are not, and sorts them.
  await db.schema.dropIndex('articles_by_due').execute();
  await sql`create index articles_by_due on articles (due_at) where due_at is not null`.execute(db);
  await db.schema.alterTable('testimonials').addColumn('html', 'text').execute();
  await db.schema.alterTable('testimonials').addColumn('excerpt', 'text').execute();
}
