import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';
/** A former version has no `search_form` on its connections, which the triggers call there. */
export const oldestOnSqlite = '1004_search_form';

/**
 * The searched texts are stored in the form of docs/product.md P5.12. On SQLite `search_form` and `digits_of` are
 * functions of the connection (platform/db/sqlite-functions.ts), on PostgreSQL of the database: a test holds both to
 * src/shared/search/search-form.ts. `refillSearchWords` writes the words of older rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!columnTypes(db).postgres) return replaceTriggers(db);
  for (const statement of onPostgres) await sql.raw(statement).execute(db);
}

/** As they are, but for the form. */
async function replaceTriggers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and (sql like '%into search_words%' or sql like '%into member_names%'
      or sql like '%member_search%') and sql like '%lower(%'`.execute(db);
  for (const trigger of rows) {
    await sql`drop trigger ${sql.ref(trigger.name)}`.execute(db);
    const text = trigger.sql
      .replaceAll('lower(', 'search_form(')
      .replaceAll('new.phone', 'digits_of(new.phone)');
    await sql.raw(text).execute(db);
  }
}

/** Signs of the keyboard, in the order of those they stand for; apostrophes go. */
const hyphens = '‐‑‒–—―−⁃﹘﹣－';
const quotes = '“”„‟″«»＂';
const apostrophes = "''`´‘’‚‛ʹʻʼʽˈʾʿ′‵＇";
const whole = 'øłđðıħŋŧĸɓɗƙƴəςØŁĐÐĦŊŦƁƊƘƳƏÆŒÞẞ';
const plain = 'olddihntkbdkyeσolddhntbdkyeæœþß';

const accents = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';
const showsNothing =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]';

const withSigns = (text: string) =>
  `translate(${text}, '${hyphens}${quotes}${apostrophes}', '${'-'.repeat(hyphens.length)}${'"'.repeat(quotes.length)}')`;
const withoutAccents = (text: string) => `regexp_replace(${text}, '${accents}', '', 'g')`;
const withPlainLetters = (text: string) =>
  [
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ].reduce(
    (all, [letter, letters]) => `replace(${all}, '${letter}', '${letters}')`,
    `translate(lower(${text}), '${whole}', '${plain}')`,
  );

/** With an offset PostgreSQL computes the form once; it would else do so for each place of a text. */
const onPostgres = [
  `create or replace function search_form(given text) returns text language sql immutable parallel safe as $$
    select case when given ~ '^[ -&(-_a-~]*$' then btrim(regexp_replace(lower(given), ' {2,}', ' ', 'g'))
      else btrim(regexp_replace(normalize(${withPlainLetters(
        withoutAccents(`normalize(${withSigns(`regexp_replace(given, '${showsNothing}', '', 'g')`)}, nfkd)`),
      )}, nfc), '[\\s\\u1680\\u2028\\u2029]+', ' ', 'g')) end
  $$`,
  `create or replace function search_words_of(name text, kind text, given text)
  returns table (field text, word text) language sql immutable as $$
    select distinct
      case when kind = 'name' and not begins then name || '-rest' else name end,
      left(case when kind = 'name' then split_part(rest, ' ', 1) else rest end, 60)
    from (
      select p, substr(t, p) as rest,
        p = 1 or substr(t, p - 1, 1) = ' ' or (kind = 'email' and substr(t, p - 1, 1) in ('@', '.', '_', '-', '+')) as begins
      from (select case when kind = 'phone' then regexp_replace(search_form(given), '[^0-9]', '', 'g')
          else search_form(given) end as t offset 0) as text,
        generate_series(1, least(length(t), 254)) as p
    ) as places
    where left(rest, 1) <> ' '
      and (begins or (kind <> 'email' and length(split_part(rest, ' ', 1)) >= 3))
  $$`,
  `create or replace function follow_search_words_of_contact_requests() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then delete from search_words where object_id = old.id; end if;
      if tg_op <> 'DELETE' then
        insert into search_words (object_id, field, word)
          select new.id, w.field, w.word from search_words_of('lead', 'name', new.first_name || ' ' || new.last_name) as w
          union select new.id, w.field, w.word from search_words_of('lead-email', 'email', new.email) as w
          union select new.id, w.field, w.word from search_words_of('lead-phone', 'phone', new.phone) as w;
      end if;
      return null;
    end $$`,
  `create or replace function follow_member_name() returns trigger language plpgsql as $$
    begin delete from member_names where user_id = new.id;
      insert into member_names (user_id, text, later)
        select new.id, array_to_string(words[place:], ' '), case when place = 1 then 0 else 1 end
        from (select string_to_array(search_form(new.name), ' ') as words offset 0) as split,
          generate_series(1, cardinality(words)) as place
        on conflict do nothing;
      return null;
    end $$`,
  `create or replace function follow_member_search() returns trigger language plpgsql as $$
    declare
      member uuid;
    begin
      if tg_table_name = 'users' then member = new.id; else member = new.user_id; end if;
      insert into member_search (user_id, words)
        select profiles.user_id, search_form(users.name || E'\\n' || profiles.search_text)
        from profiles join users on users.id = profiles.user_id
        where profiles.user_id = member
        on conflict (user_id) do update set words = excluded.words;
      return null;
    end $$`,
];
