import { type Kysely, type RawBuilder, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * One search finds people, texts and emails by parts of words of their names: the database itself writes these as rows change.
 * For 100,000 members and 10,000 leads this takes 6 s on SQLite and 40 s on PostgreSQL, two busy cores; writes wait for the
 * last second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, postgres } = columnTypes(db);
  await db.schema
    .createTable('search_words')
    // Of any of the sources: triggers do what a reference would.
    .addColumn('object_id', id, (column) => column.notNull())
    .addColumn('field', postgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    // Lower case, in the order of the characters' numbers on both engines.
    .addColumn('word', postgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_words_pkey', ['object_id', 'field', 'word'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
  await db.schema
    .createIndex('search_words_by_word')
    .on('search_words')
    .columns(['field', 'word', 'object_id'])
    .execute();
  if (postgres) await sql.raw(wordsFunction).execute(db);
  for (const source of sources) await (postgres ? addPostgres(db, source) : addSqlite(db, source));
}

/**
 * name: the words, and in `field`-rest their ends of three letters or more · email: the address, and what follows a sign
 * in it · phone: its ends of three digits or more.
 */
type Kind = 'name' | 'email' | 'phone';

interface Source {
  table: string;
  columns: string[];
  /** `row` is the table or one of its rows in a trigger. */
  texts: (row: string, postgres: boolean) => { field: string; kind: Kind; text: string }[];
}

const sources: Source[] = [
  {
    table: 'users',
    columns: ['name', 'email'],
    texts: (row) => [
      { field: 'user', kind: 'name', text: `${row}.name` },
      { field: 'user-email', kind: 'email', text: `${row}.email` },
    ],
  },
  {
    table: 'contact_requests',
    columns: ['first_name', 'last_name', 'email', 'phone'],
    texts: (row, postgres) => [
      { field: 'lead', kind: 'name', text: `${row}.first_name || ' ' || ${row}.last_name` },
      { field: 'lead-email', kind: 'email', text: `${row}.email` },
      { field: 'lead-phone', kind: 'phone', text: digitsOf(`${row}.phone`, postgres) },
    ],
  },
  {
    table: 'articles',
    columns: ['title'],
    texts: (row) => [{ field: 'article', kind: 'name', text: `${row}.title` }],
  },
  {
    table: 'testimonials',
    columns: ['name'],
    texts: (row) => [{ field: 'testimonial', kind: 'name', text: `${row}.name` }],
  },
  {
    table: 'mails',
    columns: ['recipient'],
    texts: (row) => [{ field: 'mail', kind: 'email', text: `${row}.recipient` }],
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

const postgresWords = (source: Source, row: string) =>
  source
    .texts(row, true)
    .map(
      ({ field, kind, text }) =>
        `select ${row}.id, w.field, w.word from search_words_of('${field}', '${kind}', ${text}) as w`,
    );

async function addPostgres(db: Kysely<unknown>, source: Source): Promise<void> {
  const { table, columns } = source;
  const fill = async (where: string) => {
    for (const { field, kind, text } of source.texts(table, true))
      await sql
        .raw(
          `insert into search_words (object_id, field, word)
            select ${table}.id, w.field, w.word from ${table}, search_words_of('${field}', '${kind}', ${text}) as w
            where ${where} on conflict do nothing`,
        )
        .execute(db);
  };
  // Beside writers; the triggers then lock the table, and what has changed meanwhile is few.
  const before = `search_words_of_${table}`;
  await sql
    .raw(`create temporary table ${before} on commit drop as select id, ${columns.join(', ')} from ${table}`)
    .execute(db);
  await fill(`${table}.id in (select id from ${before})`);
  await sql
    .raw(
      `create or replace function follow_search_words_of_${table}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then delete from search_words where object_id = old.id; end if;
        if tg_op <> 'DELETE' then
          insert into search_words (object_id, field, word)
            ${postgresWords(source, 'new').join(' union ')};
        end if;
        return null;
      end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger search_words_follow after insert or delete or update of ${columns.join(', ')} on ${table}
      for each row execute function follow_search_words_of_${table}()`,
    )
    .execute(db);
  const same = columns.map((column) => `${before}.${column} = ${table}.${column}`).join(' and ');
  await sql
    .raw(
      `delete from search_words where object_id in (
        select id from ${before} where not exists (
          select 1 from ${table} where ${table}.id = ${before}.id and ${same}))`,
    )
    .execute(db);
  await fill(`not exists (select 1 from search_words where object_id = ${table}.id)`);
}

/** SQLite has no function that counts. */
const places = `json_each('[${Array.from({ length: 254 }, (_, index) => index + 1).join(',')}]')`;

function sqliteWords(source: Source, row: string): string {
  return source
    .texts(row, false)
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
            from (select ${row}.id as id, lower(${text}) as t, value as p from ${places}
              ${row === 'new' ? '' : `cross join ${row}`})
            where p <= length(t) and substr(t, p, 1) <> ' '))
        where begins ${kind === 'email' ? '' : 'or length(word) >= 3'}`;
    })
    .join(' union ');
}

async function addSqlite(db: Kysely<unknown>, source: Source): Promise<void> {
  const { table, columns } = source;
  const insert = (row: string): RawBuilder<unknown> =>
    sql.raw(`insert into search_words (object_id, field, word) ${sqliteWords(source, row)}`);
  await insert(table).execute(db);
  const forget = sql`delete from search_words where object_id = old.id`;
  const name = (what: string) => sql.raw(`${table}_search_words_${what}`);
  await sql`create trigger ${name('follow')} after insert on ${sql.table(table)} begin ${insert('new')}; end`.execute(
    db,
  );
  await sql`create trigger ${name('follow_change')} after update of ${sql.raw(columns.join(', '))} on ${sql.table(table)}
    begin ${forget}; ${insert('new')}; end`.execute(db);
  await sql`create trigger ${name('forgotten')} after delete on ${sql.table(table)} begin ${forget}; end`.execute(
    db,
  );
}
