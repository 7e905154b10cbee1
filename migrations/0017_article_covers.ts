import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await db.schema
    .alterTable('articles')
    .addColumn('cover_id', id, (column) => column.references('images.id'))
    .execute();
  await db.schema.createIndex('articles_by_cover').on('articles').column('cover_id').execute();
  await db.schema.alterTable('articles').addColumn('cover_alt', 'text').execute();
}
