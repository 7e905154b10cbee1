import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** Search words (`wordsOf`) apart from the posts, so that reading the feed does not read them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, postgres } = columnTypes(db);

  if (postgres) {
    await db.schema
      .createTable('post_words')
      .addColumn('post_id', id, (column) => column.primaryKey().references('posts.id').onDelete('cascade'))
      // Copied from the post, to find the newest matches without reading all of them.
      .addColumn('created_at', timestamp, (column) => column.notNull())
      .addColumn('words', sql`tsvector`, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('post_words_by_word').on('post_words').using('gin').column('words').execute();
    await db.schema
      .createIndex('post_words_by_date')
      .on('post_words')
      .columns(['created_at', 'post_id'])
      .execute();
    return;
  }

  // An own number in order of creation: SQLite may change its rowids, which the full-text index refers to.
  await db.schema
    .createTable('post_words')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('post_id', id, (column) =>
      column.notNull().unique().references('posts.id').onDelete('cascade'),
    )
    .execute();
  await sql`create virtual table post_search using fts5(
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
  )`.execute(db);
  await sql`create trigger post_words_forgotten after delete on post_words begin
    delete from post_search where rowid = old.number;
  end`.execute(db);
}
