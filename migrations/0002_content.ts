import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('articles')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('snippet', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('published_at', timestamp, (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('updated_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('articles_by_date').on('articles').columns(['published_at', 'id']).execute();

  // The primary key makes a slug unique under concurrent inserts.
  await db.schema
    .createTable('article_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('article_id', id, (column) => column.notNull())
    // No foreign key: the slug is claimed before its article is inserted, and some databases check at once.
    .execute();
  await db.schema.createIndex('article_slugs_by_article').on('article_slugs').column('article_id').execute();

  await db.schema
    .createTable('testimonials')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('testimonial', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('image_id', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('updated_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('testimonials_by_date')
    .on('testimonials')
    .columns(['created_at', 'id'])
    .execute();

  await db.schema
    .createTable('content_version')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into content_version (id, version) values (1, 1)`.execute(db);
}
