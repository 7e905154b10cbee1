import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { withoutOneError } from './words-to-search.ts';

/** Where a kind of objects is looked for in the index of words. */
export interface Searched {
  /** Fields with names: inner parts of their words are in `field`-rest, and one typing error is forgiven. */
  names?: string;
  /** Fields of email addresses and phone numbers. */
  others?: string[];
  /** The ids of the newest objects. */
  newest: (count: number) => RawBuilder<unknown>;
}

export interface FoundObject {
  id: string;
  /** Whether the word is only an inner part of one of the object's. */
  inner: boolean;
}

/** A word of an object begins so. */
interface Beginning {
  field: string;
  text: string;
  inner: boolean;
}

/** Bounds what a search reads of the index, however many have a word. */
const maxRead = 2000;
/** Some of them belong to objects that the reader may not see. */
const maxFound = 50;
/** Only the newest objects are read: the first number finds common words, the second two such words together. */
const newestRead = [300, 1500];
const enough = 10;
const maxCorrections = 5;

/**
 * Objects with all the words, in steps, each for the caller to judge before the next: those with words that begin so or, from
 * three letters on, hold them; then those with words that do but for one typing error. At most `maxFound`, the newest by
 * their ids.
 */
export async function* findObjects(
  db: Database,
  searched: Searched,
  words: string[],
): AsyncGenerator<FoundObject[]> {
  const { names, others = [] } = searched;
  const held = (text: string): Beginning[] => [
    ...[...(names ? [names] : []), ...others].map((field) => ({ field, text, inner: false })),
    ...(names && [...text].length >= 3 ? [{ field: `${names}-rest`, text, inner: true }] : []),
  ];
  yield withAll(db, searched, words.map(held));
  if (!names) return;
  for (const [index, word] of words.entries()) {
    const corrected = await correct(db, names, word);
    if (corrected.length === 0) continue;
    const others = words.map((each, place) => (place === index ? corrected : held(each)));
    yield withAll(db, searched, others);
  }
}

/** Objects that have, of each of `all`, one of the beginnings. */
async function withAll(db: Database, { newest }: Searched, all: Beginning[][]): Promise<FoundObject[]> {
  // The longest is likely to be in the fewest.
  const sorted = all.toSorted((a, b) => longest(b) - longest(a));
  const ofIndex = async (place: number, though = false) => {
    const others = sorted.filter((_, index) => index !== place);
    return objectsIn(db, rowsWith(sorted[place] ?? []), { others, though });
  };
  for (const place of sorted.keys()) {
    const { read, found } = await ofIndex(place);
    if (read < maxRead) return found;
  }
  // Frequent words are among the newest objects.
  for (const count of newestRead) {
    const from = sql`select object_id, 0 as inner_part from (${newest(count)}) as newest`;
    const { found } = await objectsIn(db, from, { others: sorted });
    if (found.length >= enough) return found;
  }
  return (await ofIndex(0, true)).found;
}

const longest = (beginnings: Beginning[]) => Math.max(0, ...beginnings.map(({ text }) => text.length));

interface Conditions {
  others: Beginning[][];
  /** Also when there are more than are read. */
  though?: boolean;
}

/** How many rows `from` has, and the objects of them that have all of the others, too. */
async function objectsIn(
  db: Database,
  from: RawBuilder<unknown>,
  { others, though = true }: Conditions,
): Promise<{ read: number; found: FoundObject[] }> {
  // With an offset PostgreSQL looks each object up; it would else read all that begin so.
  const conditions = others.map(
    (beginnings) => sql`exists (select 1 from search_words where object_id = read.object_id
      and (${sql.join(beginnings.map(isBegun), sql` or `)}) limit 1 offset 0)`,
  );
  if (!though) conditions.unshift(sql`(select count(*) from read) < ${sql.lit(maxRead)}`);
  const { rows } = await sql<{ object_id: string | null; inner_part: number; read: number }>`
    with read as materialized (${from}),
    found as (select object_id, min(inner_part) as inner_part from read
      where ${sql.join([sql`true`, ...conditions], sql` and `)}
      group by object_id order by inner_part, object_id desc limit ${sql.lit(maxFound)})
    select object_id, inner_part, 0 as read from found
    union all select null, 0, count(*) from read`.execute(db);
  return {
    read: Number(rows.at(-1)?.read),
    found: rows.flatMap(({ object_id, inner_part }) =>
      object_id === null ? [] : [{ id: object_id, inner: Number(inner_part) === 1 }],
    ),
  };
}

/** No more than `maxRead`, in the order of `beginnings` and of the index. */
const rowsWith = (beginnings: Beginning[]) =>
  sql`select object_id, inner_part from (${sql.join(
    beginnings.map(
      (each) => sql`select object_id, inner_part from (
        select object_id, ${sql.lit(each.inner ? 1 : 0)} as inner_part from search_words where ${isBegun(each)}
        limit ${sql.lit(maxRead)}) as begun`,
    ),
    sql` union all `,
  )}) as begun limit ${sql.lit(maxRead)}`;

const isBegun = ({ field, text }: Beginning) =>
  sql`(field = ${field} and word >= ${text} and word < ${text + lastCharacter})`;

const lastCharacter = '\u{10ffff}';

/** The words of the index nearest to one that was typed with an error: whole words first, then what begins so. */
async function correct(db: Database, field: string, word: string): Promise<Beginning[]> {
  const candidates = withoutOneError(word);
  if (candidates.length === 0) return [];
  const typed = isPostgres(db)
    ? sql`unnest(${candidates}::text[]) as typed (text)`
    : sql`(select value as text from json_each(${JSON.stringify(candidates)})) as typed`;
  const has = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from search_words where field = ${field} and ${condition})`;
  const { rows } = await sql<{ text: string; whole: boolean | number }>`
    select text, ${has(sql`word = typed.text`)} as whole from ${typed}
    where ${has(sql`word >= typed.text and word < typed.text || ${lastCharacter}`)}`.execute(db);
  const whole = rows.filter((row) => row.whole);
  return (whole.length > 0 ? whole : rows)
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, maxCorrections)
    .map(({ text }) => ({ field, text, inner: false }));
}
