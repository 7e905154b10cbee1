import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await db.schema
    .alterTable('profiles')
    .addColumn('image_id', id, (column) => column.references('images.id'))
    .execute();
  await db.schema.createIndex('profiles_by_image').on('profiles').column('image_id').execute();
}
