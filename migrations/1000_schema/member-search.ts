import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/**
 * Members are mentioned by the beginnings of their names, and found in the directory by any part of a word. The
 * database itself updates both as names and profiles change.
 */
export const memberSearch = ({ id, postgres, byNumber }: ColumnTypes) => [
  sql`create table member_names (
    user_id ${id} not null references users (id) on delete cascade,
    -- Lower case.
    text text ${byNumber} not null,
    -- 0 for the whole name, 1 for the rest of it from a later word on.
    later integer not null,
    primary key (user_id, text)
  )`,
  sql`create index member_names_by_text on member_names (later, text, user_id)`,
  ...(postgres ? [...namesOnPostgres, ...partsOnPostgres] : [...namesOnSqlite, ...partsOnSqlite]),
];

const namesOnPostgres = [
  // "Or replace", here and below: a restore drops the tables only.
  sql`create or replace function follow_member_name() returns trigger language plpgsql as $$
    begin
      delete from member_names where user_id = new.id;
      insert into member_names (user_id, text, later)
        select new.id, array_to_string(words[place:], ' '), case when place = 1 then 0 else 1 end
        from (select string_to_array(lower(new.name), ' ') as words) as split,
          generate_series(1, cardinality(words)) as place
        on conflict do nothing;
      return null;
    end $$`,
  sql`create trigger member_names_follow after insert or update of name on users
    for each row execute function follow_member_name()`,
];

const wordsOfMember = sql`lower(users.name || E'\\n' || profiles.search_text)`;

/** Trigrams in a GIN index, as of `pg_trgm`: an extension, which a database's user may not be allowed to add. */
const partsOnPostgres = [
  sql`create or replace function trigrams_of(words text) returns text[] language sql immutable as $$
    select coalesce(array_agg(distinct substr(words, place, 3) collate "C"), '{}')
    from generate_series(1, length(words) - 2) as place
  $$`,
  sql`create table member_search (
    user_id uuid primary key references profiles (user_id) on delete cascade,
    words text not null,
    trigrams text[] collate "C" generated always as (trigrams_of(words)) stored
  )`,
  // Searches are more frequent than changes: without the list of entries to be added, which each search would read.
  sql`create index member_search_trigrams on member_search using gin (trigrams) with (fastupdate = off)`,
  sql`create or replace function follow_member_search() returns trigger language plpgsql as $$
    declare
      member uuid;
    begin
      if tg_table_name = 'users' then member = new.id; else member = new.user_id; end if;
      insert into member_search (user_id, words)
        select profiles.user_id, ${wordsOfMember}
        from profiles join users on users.id = profiles.user_id
        where profiles.user_id = member
        on conflict (user_id) do update set words = excluded.words;
      return null;
    end $$`,
  sql`create trigger member_search_follow after insert or update of search_text on profiles
    for each row execute function follow_member_search()`,
  sql`create trigger member_search_follow after update of name on users
    for each row execute function follow_member_search()`,
];

/** As a JSON list of the words. */
const nameWords = sql.raw(`'[' || replace(json_quote(lower(new.name)), ' ', '","') || ']'`);

const followName = sql`insert or ignore into member_names (user_id, text, later)
  select new.id, (select group_concat(value, ' ') from json_each(${nameWords}) as rest where rest.key >= word.key),
    word.key > 0
  from json_each(${nameWords}) as word`;

const namesOnSqlite = [
  sql`create trigger member_names_follow after insert on users begin ${followName}; end`,
  sql`create trigger member_names_follow_change after update of name on users begin
    delete from member_names where user_id = new.id; ${followName}; end`,
];

const numberOf = (id: string) => sql`(select number from member_numbers where user_id = ${sql.raw(id)})`;

const partsOnSqlite = [
  // The full-text index refers to numbers, which must stay when a database is vacuumed.
  sql`create table member_numbers (
    number integer primary key,
    user_id text not null unique references profiles (user_id) on delete cascade
  )`,
  sql`create virtual table member_search using fts5(
    words, content = '', contentless_delete = 1, tokenize = 'trigram'
  )`,
  sql`create trigger member_search_follow after insert on profiles begin
    insert into member_numbers (user_id) values (new.user_id);
    insert into member_search (rowid, words)
      select ${numberOf('new.user_id')}, lower(name || char(10) || new.search_text)
      from users where id = new.user_id;
  end`,
  sql`create trigger member_search_follow_change after update of search_text on profiles begin
    update member_search set words = (
      select lower(name || char(10) || new.search_text) from users where id = new.user_id
    ) where rowid = ${numberOf('new.user_id')};
  end`,
  sql`create trigger member_search_follow_name after update of name on users begin
    update member_search set words = (
      select lower(new.name || char(10) || search_text) from profiles where user_id = new.id
    ) where rowid = ${numberOf('new.id')};
  end`,
  sql`create trigger member_search_forgotten after delete on member_numbers begin
    delete from member_search where rowid = old.number;
  end`,
];
