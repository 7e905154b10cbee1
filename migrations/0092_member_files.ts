import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * What a broker must be able to show of each licensee: a file for each member, whose entries are only added to. What
 * follows from them is kept beside them, so that the desk reads no file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  const reference = (table: string) => `${table}.id` as const;

  await db.schema
    .createTable('member_files')
    .addColumn('id', id, (column) => column.primaryKey())
    // Null once the account has gone.
    .addColumn('user_id', id, (column) => column.unique().references(reference('users')).onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('settle_at', timestamp, (column) => column.notNull())
    .addColumn('reminded_at', timestamp)
    // Of a member whose account has gone: from then on counts how long it stays.
    .addColumn('left_at', timestamp)
    .execute();
  const onFiles = (name: string) => db.schema.createIndex(`member_files_${name}`).on('member_files');
  await onFiles('by_settling').column('settle_at').execute();
  await onFiles('of_former').columns(['left_at', 'id']).where(sql.ref('user_id'), 'is', null).execute();

  // Only added to.
  await db.schema
    .createTable('member_file_entries')
    .addColumn('id', id, (column) => column.primaryKey())
    // Null: of the brokerage.
    .addColumn('file_id', id, (column) => column.references(reference('member_files')).onDelete('cascade'))
    .addColumn('user_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('kind', 'text', (column) => column.notNull())
    // The other fields of its kind, as JSON.
    .addColumn('details', 'text', (column) => column.notNull())
    // The entry that this one is about.
    .addColumn('refers_to', id, (column) =>
      column.references(reference('member_file_entries')).onDelete('cascade'),
    )
    .addColumn('document_id', id, (column) => column.references(reference('documents')))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('created_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('author', 'text', (column) => column.notNull())
    .execute();
  const onEntries = (name: string) =>
    db.schema.createIndex(`member_file_entries_${name}`).on('member_file_entries');
  await onEntries('by_file').columns(['file_id', 'id']).execute();
  await onEntries('by_user').column('user_id').execute();
  await onEntries('by_reference').column('refers_to').execute();
  await onEntries('by_document').column('document_id').execute();
  await onEntries('by_author').column('created_by').execute();

  // What is wrong, or will be, and from which day on: no day has to pass through a job.
  await db.schema
    .createTable('member_file_findings')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('file_id', id, (column) =>
      column.notNull().references(reference('member_files')).onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    // The worst first.
    .addColumn('rank', 'integer', (column) => column.notNull())
    // Days in Los Angeles, as YYYY-MM-DD.
    .addColumn('shown_on', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('wrong_on', 'text', (column) => column.notNull())
    .addColumn('subject_id', id)
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  // Holds all that the desk sorts and counts by.
  await db.schema
    .createIndex('member_file_findings_by_file')
    .on('member_file_findings')
    .columns(['file_id', 'shown_on', 'wrong_on', 'due_on', 'rank', 'kind'])
    .execute();
  await db.schema
    .createIndex('member_file_findings_by_kind')
    .on('member_file_findings')
    .columns(['kind', 'wrong_on', 'due_on', 'shown_on', 'file_id'])
    .execute();

  // Each change is a row; the last one counts.
  await db.schema
    .createTable('compliance_settings')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('saved_at', timestamp, (column) => column.notNull())
    .addColumn('saved_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .execute();
  await db.schema
    .createIndex('compliance_settings_by_saver')
    .on('compliance_settings')
    .column('saved_by')
    .execute();
}
