import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** PDFs on pages of the handbook; the file and its name are those of `documents`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  const reference = (table: string) => `${table}.id` as const;

  await db.schema
    .createTable('handbook_files')
    .addColumn('id', id, (column) => column.primaryKey().references(reference('documents')))
    .addColumn('page_id', id, (column) =>
      column.notNull().references(reference('handbook_pages')).onDelete('cascade'),
    )
    .addColumn('added_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('handbook_files_by_page').on('handbook_files').column('page_id').execute();
  await db.schema.createIndex('handbook_files_by_adder').on('handbook_files').column('added_by').execute();
}
