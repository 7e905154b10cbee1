import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0029_idempotency_keys';

/**
 * SQLite's numbers of posts are in order of date from now on (features/posts/post-search.ts). Its index cannot return the
 * words to number them anew: a job indexes all posts again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, postgres } = columnTypes(db);
  if (postgres) return;
  await db.schema.dropTable('post_words').execute();
  await db.schema
    .createTable('post_words')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('post_id', id, (column) =>
      column.notNull().unique().references('posts.id').onDelete('cascade'),
    )
    .execute();
  await sql`drop table post_search`.execute(db);
  await sql`create virtual table post_search using fts5(
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
  )`.execute(db);
  await sql`create trigger post_words_forgotten after delete on post_words begin
    delete from post_search where rowid = old.number;
  end`.execute(db);
}
