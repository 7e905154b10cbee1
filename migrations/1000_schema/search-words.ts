import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/**
 * One search finds people, texts and emails by parts of words of their names: the database itself writes these as rows
 * change.
 */
export const searchWords = ({ id, postgres, byNumber }: ColumnTypes) => [
  sql`create table search_words (
    -- Of any of the sources: triggers do what a reference would.
    object_id ${id} not null,
    field text ${byNumber} not null,
    -- Lower case.
    word text ${byNumber} not null,
    primary key (object_id, field, word)
  ) ${postgres ? sql`` : sql`without rowid`}`,
  sql`create index search_words_by_word on search_words (field, word, object_id)`,
  ...(postgres
    ? [sql.raw(wordsFunction), ...sources.flatMap(followOnPostgres)]
    : sources.flatMap(followOnSqlite)),
];

/**
 * name: the words, and in `field`-rest their ends of three letters or more · email: the address, and what follows a sign
 * in it · phone: its ends of three digits or more.
 */
type Kind = 'name' | 'email' | 'phone';

interface Source {
  table: string;
  columns: string[];
  /** Builds the texts from the row `new`, as triggers call it. */
  texts: (postgres: boolean) => { field: string; kind: Kind; text: string }[];
}

const sources: Source[] = [
  {
    table: 'users',
    columns: ['name', 'email'],
    texts: () => [
      { field: 'user', kind: 'name', text: 'new.name' },
      { field: 'user-email', kind: 'email', text: 'new.email' },
    ],
  },
  {
    table: 'contact_requests',
    columns: ['first_name', 'last_name', 'email', 'phone'],
    texts: (postgres) => [
      { field: 'lead', kind: 'name', text: "new.first_name || ' ' || new.last_name" },
      { field: 'lead-email', kind: 'email', text: 'new.email' },
      { field: 'lead-phone', kind: 'phone', text: digitsOf('new.phone', postgres) },
    ],
  },
  {
    table: 'articles',
    columns: ['title'],
    texts: () => [{ field: 'article', kind: 'name', text: 'new.title' }],
  },
  {
    table: 'testimonials',
    columns: ['name'],
    texts: () => [{ field: 'testimonial', kind: 'name', text: 'new.name' }],
  },
  {
    table: 'mails',
    columns: ['recipient'],
    texts: () => [{ field: 'mail', kind: 'email', text: 'new.recipient' }],
  },
];

const digitsOf = (text: string, postgres: boolean) =>
  postgres
    ? `regexp_replace(${text}, '[^0-9]', '', 'g')`
    : [' ', '-', '(', ')', '+', '.', '/'].reduce((all, sign) => `replace(${all}, '${sign}', '')`, text);

/** Where a word of a text can begin, and the word, for every place p of it. */
const wordsFunction = `
  create or replace function search_words_of(name text, kind text, given text)
  returns table (field text, word text) language sql immutable as $$
    select distinct
      case when kind = 'name' and not begins then name || '-rest' else name end,
      left(case when kind = 'name' then split_part(rest, ' ', 1) else rest end, 60)
    from (
      select p, substr(t, p) as rest,
        p = 1 or substr(t, p - 1, 1) = ' ' or (kind = 'email' and substr(t, p - 1, 1) in ('@', '.', '_', '-', '+')) as begins
      from (select lower(given) as t) as text, generate_series(1, least(length(t), 254)) as p
    ) as places
    where left(rest, 1) <> ' '
      and (begins or (kind <> 'email' and length(split_part(rest, ' ', 1)) >= 3))
  $$`;

const postgresWords = (source: Source) =>
  source
    .texts(true)
    .map(
      ({ field, kind, text }) =>
        `select new.id, w.field, w.word from search_words_of('${field}', '${kind}', ${text}) as w`,
    )
    .join(' union ');

const followOnPostgres = (source: Source) => [
  sql.raw(`create or replace function follow_search_words_of_${source.table}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then delete from search_words where object_id = old.id; end if;
      if tg_op <> 'DELETE' then
        insert into search_words (object_id, field, word)
          ${postgresWords(source)};
      end if;
      return null;
    end $$`),
  sql.raw(`create trigger search_words_follow
    after insert or delete or update of ${source.columns.join(', ')} on ${source.table}
    for each row execute function follow_search_words_of_${source.table}()`),
];

/** SQLite has no function that counts. */
const places = `json_each('[${Array.from({ length: 254 }, (_, index) => index + 1).join(',')}]')`;

function sqliteWords(source: Source): string {
  return source
    .texts(false)
    .map(({ field, kind, text }) => {
      const begins = {
        name: `p = 1 or substr(t, p - 1, 1) = ' '`,
        email: `p = 1 or substr(t, p - 1, 1) in ('@', '.', '_', '-', '+')`,
        phone: `p = 1`,
      }[kind];
      const word = kind === 'name' ? `substr(rest, 1, instr(rest || ' ', ' ') - 1)` : 'rest';
      const rest = kind === 'name' ? `'${field}-rest'` : `'${field}'`;
      return `select distinct id, case when begins then '${field}' else ${rest} end, substr(word, 1, 60)
        from (select id, begins, ${word} as word
          from (select id, (${begins}) as begins, substr(t, p) as rest
            from (select new.id as id, lower(${text}) as t, value as p from ${places})
            where p <= length(t) and substr(t, p, 1) <> ' '))
        where begins ${kind === 'email' ? '' : 'or length(word) >= 3'}`;
    })
    .join(' union ');
}

function followOnSqlite(source: Source) {
  const { table, columns } = source;
  const name = `${table}_search_words`;
  const insert = `insert into search_words (object_id, field, word) ${sqliteWords(source)}`;
  const forget = 'delete from search_words where object_id = old.id';
  return [
    `create trigger ${name}_follow after insert on ${table} begin ${insert}; end`,
    `create trigger ${name}_follow_change after update of ${columns.join(', ')} on ${table}
      begin ${forget}; ${insert}; end`,
    `create trigger ${name}_forgotten after delete on ${table} begin ${forget}; end`,
  ].map((trigger) => sql.raw(trigger));
}
