import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * SQLite's index of posts holds beginnings of words from now on. It cannot return the words to change them: a job indexes
 * all posts again, the newest first, 1,000,000 in 23 minutes on two busy cores; until then a search does not find all.
 *
 * The beginnings of names are found by an index, which the database keeps as names change. For 1,000,000 posts and 100,000
 * members this takes 11 s on SQLite. On PostgreSQL the members take 24 s, ten times as many four minutes, in which nobody
 * waits but in the last half second (five seconds).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, postgres } = columnTypes(db);
  await db.schema
    .createTable('member_names')
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    // Lower case, in the order of the characters' numbers on both engines.
    .addColumn('text', postgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    // 0 for the whole name, 1 for the rest of it from a later word on.
    .addColumn('later', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('member_names_pkey', ['user_id', 'text'])
    .execute();
  await db.schema
    .createIndex('member_names_by_text')
    .on('member_names')
    .columns(['later', 'text', 'user_id'])
    .execute();
  if (postgres) {
    await fillPostgres(db);
    await followNamesPostgres(db);
    // Names may have changed before the trigger locked them.
    await sql`
      delete from member_names where user_id in (
        select id from users join member_names on user_id = id
        where later = 0 and text <> lower(name) collate "C"
      )`.execute(db);
    await fillPostgres(db);
    return;
  }
  await followNamesSqlite(db);
  await sql`update users set name = name`.execute(db);
  await indexPostsAnew(db);
}

async function fillPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into member_names (user_id, text, later)
      select id, array_to_string(words[place:], ' '), case when place = 1 then 0 else 1 end
      from (
        select id, string_to_array(lower(name), ' ') as words from users
        where not exists (
          select 1 from member_names where user_id = users.id and later = 0 and text = lower(name) collate "C"
        )
      ) as split, generate_series(1, cardinality(words)) as place
      on conflict do nothing`.execute(db);
}

async function followNamesPostgres(db: Kysely<unknown>): Promise<void> {
  // Or replace: a restore drops the tables alone.
  await sql`
    create or replace function follow_member_name() returns trigger language plpgsql as $$
    begin
      delete from member_names where user_id = new.id;
      insert into member_names (user_id, text, later)
        select new.id, array_to_string(words[place:], ' '), case when place = 1 then 0 else 1 end
        from (select string_to_array(lower(new.name), ' ') as words) as split,
          generate_series(1, cardinality(words)) as place
        on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger member_names_follow after insert or update of name on users
    for each row execute function follow_member_name()`.execute(db);
}

async function followNamesSqlite(db: Kysely<unknown>): Promise<void> {
  // As a JSON list of the words.
  const words = sql.raw(`'[' || replace(json_quote(lower(new.name)), ' ', '","') || ']'`);
  const follow = sql`
    insert or ignore into member_names (user_id, text, later)
      select new.id, (select group_concat(value, ' ') from json_each(${words}) as rest where rest.key >= word.key),
        word.key > 0
      from json_each(${words}) as word`;
  await sql`create trigger member_names_follow after insert on users begin ${follow}; end`.execute(db);
  await sql`create trigger member_names_follow_change after update of name on users begin
    delete from member_names where user_id = new.id; ${follow}; end`.execute(db);
}

async function indexPostsAnew(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('post_words').execute();
  await db.schema
    .createTable('post_words')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) =>
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
  // So that it runs at once.
  await sql`delete from jobs where name = 'index posts for the search'`.execute(db);
}
