import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('images')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('unused_since', timestamp)
    .addColumn('purge_started_at', timestamp)
    .execute();
  await db.schema.createIndex('images_by_disuse').on('images').column('unused_since').execute();

  // Derived from the id; no image could be uploaded before this migration, so nothing is lost.
  await db.schema.alterTable('testimonials').dropColumn('image_url').execute();
  await db.schema.alterTable('testimonials').dropColumn('image_id').execute();
  await db.schema
    .alterTable('testimonials')
    .addColumn('image_id', id, (column) => column.references('images.id'))
    .execute();
  await db.schema.createIndex('testimonials_by_image').on('testimonials').column('image_id').execute();

  await db.schema
    .alterTable('testimonials')
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
