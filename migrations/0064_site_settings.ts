import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

/** The version before may run for the time of an upgrade: after a day it would purge the pictures that only these tables refer to. */
export const oldest = '0063_legal_hold_reminders';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('site_settings')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('saved_by', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('saved_at', timestamp, (column) => column.notNull())
    // When the announcement ends; null when there is none, or it has ended.
    .addColumn('announced_until', timestamp)
    .execute();
  await db.schema
    .createTable('site_images')
    .addColumn('image_id', id, (column) => column.notNull().references('images.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) =>
      column.notNull().references('site_settings.version').onDelete('cascade'),
    )
    // Looked up by image, in the hourly purge.
    .addPrimaryKeyConstraint('site_images_key', ['image_id', 'version'])
    .execute();
  // For the deletion of a user and of a version.
  await db.schema.createIndex('site_settings_by_saver').on('site_settings').column('saved_by').execute();
  await db.schema.createIndex('site_images_by_version').on('site_images').column('version').execute();
}
