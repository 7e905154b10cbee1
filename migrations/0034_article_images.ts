import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await db.schema
    .createTable('article_images')
    .addColumn('image_id', id, (column) => column.notNull().references('images.id').onDelete('cascade'))
    .addColumn('article_id', id, (column) => column.notNull().references('articles.id').onDelete('cascade'))
    // Looked up by image, in the hourly purge.
    .addPrimaryKeyConstraint('article_images_key', ['image_id', 'article_id'])
    .execute();
  // For the deletion of an article.
  await db.schema
    .createIndex('article_images_by_article')
    .on('article_images')
    .column('article_id')
    .execute();
}
