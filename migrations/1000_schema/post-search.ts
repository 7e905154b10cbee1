import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Words of posts (`wordsOf`) apart from the posts, so that reading the feed does not read them. */
export const postSearch = ({ postgres }: ColumnTypes) => (postgres ? onPostgres : onSqlite);

const onPostgres = [
  sql`create table post_words (
    post_id uuid primary key references posts (id) on delete cascade,
    -- Copied from the post, to find the newest matches without reading all of them.
    created_at timestamptz not null,
    words tsvector not null
  )`,
  sql`create index post_words_by_word on post_words using gin (words)`,
  sql`create index post_words_by_date on post_words (created_at, post_id)`,
];

const onSqlite = [
  // Numbers in the order of the posts' dates (features/posts/post-search.ts): the full-text index refers to them.
  sql`create table post_words (
    number integer primary key,
    post_id text not null unique references posts (id) on delete cascade
  )`,
  sql`create virtual table post_search using fts5(
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
  )`,
  sql`create trigger post_words_forgotten after delete on post_words begin
    delete from post_search where rowid = old.number;
  end`,
];
