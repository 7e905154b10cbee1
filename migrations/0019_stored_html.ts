import { type Kysely, sql } from 'kysely';

/** Rendered text; null until first shown, for rows from before this migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('articles').addColumn('html', 'text').execute();
  await db.schema.alterTable('articles').addColumn('minutes', 'integer').execute();
  // Covers due_at, or SQLite reads every text to see whether an article is public.
  await db.schema.dropIndex('articles_by_date').execute();
  await db.schema
    .createIndex('articles_by_date')
    .on('articles')
    .columns(['published_at', 'id', 'due_at'])
    .execute();
  // Partial, or SQLite uses it to find all articles that are not due, and sorts them.
  await db.schema.dropIndex('articles_by_due').execute();
  await sql`create index articles_by_due on articles (due_at) where due_at is not null`.execute(db);
  await db.schema.alterTable('testimonials').addColumn('html', 'text').execute();
  await db.schema.alterTable('testimonials').addColumn('excerpt', 'text').execute();
}
