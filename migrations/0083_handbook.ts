import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * A page of the handbook is an article that is never published as one: its text, working copies, versions and pictures are
 * those of articles. These tables hold what only a page has. Pages are never deleted, as what was acknowledged stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean, postgres } = columnTypes(db);
  const reference = (table: string) => `${table}.id` as const;

  await db.schema
    .createTable('handbook_chapters')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('handbook_pages')
    .addColumn('id', id, (column) =>
      column.primaryKey().references(reference('articles')).onDelete('cascade'),
    )
    .addColumn('chapter_id', id, (column) => column.notNull().references(reference('handbook_chapters')))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('public', boolean, (column) => column.notNull())
    .addColumn('published_at', timestamp)
    .addColumn('deleted_at', timestamp)
    // Counts what members have been shown; that of `articles` counts every save.
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('due_days', 'integer', (column) => column.notNull())
    .addColumn('asked_edition', 'integer', (column) => column.notNull())
    .addColumn('new_since', timestamp)
    .addColumn('note', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('handbook_pages_by_chapter')
    .on('handbook_pages')
    .columns(['chapter_id', 'position'])
    .execute();

  // Every text that members were shown: what an acknowledgement refers to.
  await db.schema
    .createTable('handbook_editions')
    .addColumn('page_id', id, (column) =>
      column.notNull().references(reference('handbook_pages')).onDelete('cascade'),
    )
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('saved_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('saved_at', timestamp, (column) => column.notNull())
    .addPrimaryKeyConstraint('handbook_editions_pkey', ['page_id', 'edition'])
    .execute();
  await db.schema
    .createIndex('handbook_editions_by_saver')
    .on('handbook_editions')
    .column('saved_by')
    .execute();

  await db.schema
    .createTable('handbook_words')
    // In the order of the characters' numbers on both engines.
    .addColumn('word', postgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    .addColumn('page_id', id, (column) =>
      column.notNull().references(reference('handbook_pages')).onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('handbook_words_pkey', ['word', 'page_id'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
  await db.schema.createIndex('handbook_words_by_page').on('handbook_words').column('page_id').execute();

  // Who is asked to acknowledge which page, as it stands now.
  await db.schema
    .createTable('handbook_asks')
    .addColumn('user_id', id, (column) => column.notNull().references(reference('users')).onDelete('cascade'))
    .addColumn('page_id', id, (column) =>
      column.notNull().references(reference('handbook_pages')).onDelete('cascade'),
    )
    // A day in Los Angeles, as YYYY-MM-DD.
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('asked_at', timestamp, (column) => column.notNull())
    .addColumn('done_edition', 'integer')
    .addColumn('done_at', timestamp)
    .addPrimaryKeyConstraint('handbook_asks_pkey', ['user_id', 'page_id'])
    .execute();
  await db.schema
    .createIndex('handbook_asks_open')
    .on('handbook_asks')
    .columns(['page_id', 'due_on', 'user_id'])
    .where(sql.ref('done_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('handbook_asks_due')
    .on('handbook_asks')
    .columns(['due_on', 'user_id'])
    .where(sql.ref('done_at'), 'is', null)
    .execute();
  await db.schema.createIndex('handbook_asks_by_page').on('handbook_asks').column('page_id').execute();

  // Only added to.
  await db.schema
    .createTable('handbook_acknowledgements')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('page_id', id, (column) =>
      column.notNull().references(reference('handbook_pages')).onDelete('cascade'),
    )
    .addColumn('user_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    // Of a member whose account has gone: from then on counts how long it stays.
    .addColumn('left_at', timestamp)
    .execute();
  const onAcknowledgements = (name: string) =>
    db.schema.createIndex(`handbook_acknowledgements_${name}`).on('handbook_acknowledgements');
  await onAcknowledgements('once').unique().columns(['user_id', 'page_id', 'edition']).execute();
  await onAcknowledgements('by_page').columns(['page_id', 'edition']).execute();
  await onAcknowledgements('of_former')
    .columns(['left_at', 'id'])
    .where(sql.ref('user_id'), 'is', null)
    .execute();

  await db.schema
    .createTable('handbook_reminders')
    .addColumn('user_id', id, (column) =>
      column.primaryKey().references(reference('users')).onDelete('cascade'),
    )
    .addColumn('sent_at', timestamp, (column) => column.notNull())
    .execute();
}
