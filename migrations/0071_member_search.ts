import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * The directory finds members by any part of a word: the database itself writes all parts of three characters, as names and
 * profiles change. For 100,000 members this takes 3.5 s on SQLite and 24 s on PostgreSQL, two busy cores; writes wait for
 * the last second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { postgres } = columnTypes(db);
  await (postgres ? addPostgres(db) : addSqlite(db));
}

/** Trigrams in a GIN index, as of `pg_trgm`: an extension, which a database's user may not be allowed to add. */
async function addPostgres(db: Kysely<unknown>): Promise<void> {
  // Or replace: a restore drops the tables alone.
  await sql`
    create or replace function trigrams_of(words text) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct substr(words, place, 3) collate "C"), '{}')
      from generate_series(1, length(words) - 2) as place
    $$`.execute(db);
  await db.schema
    .createTable('member_search')
    .addColumn('user_id', 'uuid', (column) => column.primaryKey())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('trigrams', sql`text[] collate "C"`, (column) =>
      column.generatedAlwaysAs(sql`trigrams_of(words)`).stored(),
    )
    .execute();
  await fillPostgres(db);
  // Searches are more frequent than changes: without the list of entries to be added, which each search would read.
  await sql`create index member_search_trigrams on member_search using gin (trigrams) with (fastupdate = off)`.execute(
    db,
  );
  await followPostgres(db);
  // Names and profiles may have changed before the triggers locked them.
  await sql`
    delete from member_search using profiles, users
    where profiles.user_id = member_search.user_id and users.id = member_search.user_id and words <> ${wordsOfMember}`.execute(
    db,
  );
  await fillPostgres(db);
  // Last: the reference, too, locks profiles.
  await sql`delete from member_search where not exists (
    select 1 from profiles where profiles.user_id = member_search.user_id)`.execute(db);
  await sql`alter table member_search add foreign key (user_id) references profiles (user_id) on delete cascade`.execute(
    db,
  );
}

const wordsOfMember = sql`lower(users.name || E'\\n' || profiles.search_text)`;

const fillPostgres = (db: Kysely<unknown>) =>
  sql`
    insert into member_search (user_id, words)
      select profiles.user_id, ${wordsOfMember}
      from profiles join users on users.id = profiles.user_id
      where not exists (select 1 from member_search where user_id = profiles.user_id)`.execute(db);

async function followPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function follow_member_search() returns trigger language plpgsql as $$
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
    end $$`.execute(db);
  await sql`
    create trigger member_search_follow after insert or update of search_text on profiles
    for each row execute function follow_member_search()`.execute(db);
  await sql`
    create trigger member_search_follow after update of name on users
    for each row execute function follow_member_search()`.execute(db);
}

/** SQLite's full-text index refers to numbers, which must stay when a database is vacuumed. */
async function addSqlite(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('member_numbers')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().unique().references('profiles.user_id').onDelete('cascade'),
    )
    .execute();
  await sql`create virtual table member_search using fts5(
    words, content = '', contentless_delete = 1, tokenize = 'trigram'
  )`.execute(db);
  await sql`insert into member_numbers (user_id) select user_id from profiles`.execute(db);
  await sql`insert into member_search (rowid, words)
    select number, lower(name || char(10) || search_text)
    from member_numbers join profiles using (user_id) join users on users.id = user_id`.execute(db);
  const numberOf = (id: string) => sql`(select number from member_numbers where user_id = ${sql.raw(id)})`;
  await sql`create trigger member_search_follow after insert on profiles begin
    insert into member_numbers (user_id) values (new.user_id);
    insert into member_search (rowid, words)
      select ${numberOf('new.user_id')}, lower(name || char(10) || new.search_text)
      from users where id = new.user_id;
  end`.execute(db);
  await sql`create trigger member_search_follow_change after update of search_text on profiles begin
    update member_search set words = (
      select lower(name || char(10) || new.search_text) from users where id = new.user_id
    ) where rowid = ${numberOf('new.user_id')};
  end`.execute(db);
  await sql`create trigger member_search_follow_name after update of name on users begin
    update member_search set words = (
      select lower(new.name || char(10) || search_text) from profiles where user_id = new.id
    ) where rowid = ${numberOf('new.id')};
  end`.execute(db);
  await sql`create trigger member_search_forgotten after delete on member_numbers begin
    delete from member_search where rowid = old.number;
  end`.execute(db);
}
