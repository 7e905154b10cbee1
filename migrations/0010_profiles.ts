import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);

  await db.schema
    .createTable('profiles')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('id', id, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('githubusername', 'text', (column) => column.notNull())
    .addColumn('bio', 'text', (column) => column.notNull())
    .addColumn('license', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    // JSON: read and written whole, never queried by element.
    .addColumn('skills', 'text', (column) => column.notNull())
    .addColumn('service_areas', 'text', (column) => column.notNull())
    .addColumn('languages', 'text', (column) => column.notNull())
    .addColumn('social', 'text', (column) => column.notNull())
    .addColumn('visible', 'text', (column) => column.notNull())
    .addColumn('hidden', boolean, (column) => column.notNull())
    // Lower-case skills, areas, company and place, for the directory's search.
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('updated_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('profiles_by_date')
    .on('profiles')
    .columns(['hidden', 'created_at', 'id'])
    .execute();

  for (const { table, titles } of [
    { table: 'experience', titles: ['title', 'company', 'location'] },
    { table: 'education', titles: ['school', 'degree', 'fieldofstudy'] },
  ]) {
    let query = db.schema
      .createTable(table)
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('user_id', id, (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      );
    for (const title of titles) query = query.addColumn(title, 'text', (column) => column.notNull());
    await query
      // Dates without a time, so that no time zone shifts them.
      .addColumn('from_day', 'text')
      .addColumn('to_day', 'text')
      .addColumn('is_current', boolean, (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex(`${table}_by_user`).on(table).columns(['user_id', 'id']).execute();
  }
}
