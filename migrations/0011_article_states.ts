import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  // SQLite cannot make a column nullable, so a new one replaces it. Null is a draft, a future date scheduled.
  await db.schema.dropIndex('articles_by_date').execute();
  await db.schema.alterTable('articles').renameColumn('published_at', 'old_published_at').execute();
  await db.schema.alterTable('articles').addColumn('published_at', timestamp).execute();
  await sql`update articles set published_at = old_published_at`.execute(db);
  await db.schema.alterTable('articles').dropColumn('old_published_at').execute();
  await db.schema.createIndex('articles_by_date').on('articles').columns(['published_at', 'id']).execute();

  // Set until the job publishes the article; clearing it makes publication happen once.
  await db.schema.alterTable('articles').addColumn('due_at', timestamp).execute();
  await db.schema.createIndex('articles_by_due').on('articles').column('due_at').execute();

  for (const person of ['author_id', 'saved_by']) {
    await db.schema
      .alterTable('articles')
      .addColumn(person, id, (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await db.schema.createIndex(`articles_by_${person}`).on('articles').column(person).execute();
  }
  await sql`create index articles_by_staff_date on articles ((coalesce(published_at, created_at)), id)`.execute(
    db,
  );

  await db.schema
    .createTable('article_versions')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('article_id', id, (column) => column.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('snippet', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('saved_by', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('saved_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('article_versions_by_article')
    .on('article_versions')
    .columns(['article_id', 'id'])
    .execute();
  await db.schema
    .createIndex('article_versions_by_saved_by')
    .on('article_versions')
    .column('saved_by')
    .execute();
}
