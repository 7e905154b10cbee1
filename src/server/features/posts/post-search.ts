import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { beforeKeyset, type Keyset } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { beginningsOf, wordsOf } from '../../platform/text/words.ts';

interface IndexedPost {
  id: string;
  /** ISO date; an imported post may be older than those before it. */
  at: string;
  text: string;
}

/** Call it in the transaction that adds the post. */
export async function addToSearch(transaction: DatabaseTransaction, post: IndexedPost): Promise<void> {
  if (!isPostgres(transaction)) return addToSqlite(transaction, [post]);
  await sql`insert into post_words (post_id, created_at, words)
    values (${post.id}, ${post.at}, ${vectorOf(wordsOf(post.text))})`.execute(transaction);
}

/** Beginnings are terms of their own: SQLite would merge all terms with a beginning before it returns the first post. */
const termsOf = (words: string[]) => beginningsOf(words).join(' ');

/** SQLite's full-text index sorts by number only: it is the date in milliseconds, and 20 bits for posts of one date. */
const firstNumber = (at: string) => sql`(cast(${within43Bits(Date.parse(at))} as integer) << 20)`;
const lastNumber = (at: string) => sql`(${firstNumber(at)} | 1048575)`;

/** Cursors may name any date: the sum of bits is that of SQLite's integers. Beyond are the years 1691 and 2248. */
const within43Bits = (number: number) => Math.max(-(2 ** 43), Math.min(number, 2 ** 43 - 1));

/** Adds many posts at once, in order of date. */
export async function addAllToSearch(transaction: DatabaseTransaction, posts: IndexedPost[]): Promise<void> {
  if (!isPostgres(transaction)) return addToSqlite(transaction, posts);
  const rows = posts.map(({ id, at, text }) => ({ id, at, words: wordsOf(text) }));
  await sql`insert into post_words (post_id, created_at, words)
    select id, at, array_to_tsvector(words)
    from json_to_recordset(${JSON.stringify(rows)}::json) as post (id uuid, at timestamptz, words text[])`.execute(
    transaction,
  );
}

/** In two statements for all: two for each take minutes of 1,000,000 posts. */
async function addToSqlite(transaction: DatabaseTransaction, posts: IndexedPost[]): Promise<void> {
  const ofDate = new Map<number, number>();
  const rows = posts.map(({ id, at, text }) => {
    const date = within43Bits(Date.parse(at));
    const before = ofDate.get(date) ?? 0;
    ofDate.set(date, before + 1);
    return { id, date, before, terms: termsOf(wordsOf(text)) };
  });
  const all = sql`json_each(${JSON.stringify(rows)})`;
  await sql`insert into post_words (number, post_id)
    select coalesce(
      (select max(number) + 1 from post_words where number between date << 20 and date << 20 | 1048575), date << 20
    ) + before, id
    from (select value ->> 'date' as date, value ->> 'before' as before, value ->> 'id' as id from ${all})`.execute(
    transaction,
  );
  await sql`insert into post_search (rowid, words)
    select number, value ->> 'terms' from ${all} cross join post_words on post_id = value ->> 'id'`.execute(
    transaction,
  );
}

export async function changeInSearch(
  transaction: DatabaseTransaction,
  id: string,
  text: string,
): Promise<void> {
  const words = wordsOf(text);
  const change = isPostgres(transaction)
    ? sql`update post_words set words = ${vectorOf(words)} where post_id = ${id}`
    : sql`update post_search set words = ${termsOf(words)} where rowid = ${numberOf(id)}`;
  await change.execute(transaction);
}

/** By a cast, which CockroachDB has, too; the words hold letters and digits only. */
const vectorOf = (words: string[]) => sql`${words.map((each) => `'${each}'`).join(' ')}::tsvector`;

const numberOf = (postId: string) => sql`(select number from post_words where post_id = ${postId})`;

interface Wanted {
  words: string[];
  max: number;
  after: Keyset | undefined;
}

/** Bounds for one page of a search. Frequent words that never occur together would have it read all posts. */
export interface SearchBounds {
  /** Posts with each of the words. */
  sqlite: number;
  postgres: {
    /** The newest posts, and as many from all over the feed, which show how frequent the words are. */
    sample: number;
    /** Posts in the order of their dates. */
    byDate: number;
    /** Posts that the index returns. */
    byIndex: number;
  };
}

const usualBounds: SearchBounds = {
  sqlite: 10_000,
  postgres: { sample: 1000, byDate: 25_000, byIndex: 5_000 },
};

export interface FoundPosts {
  /** A list of ids for `in`; the caller sorts and limits them. */
  ids: RawBuilder<string>;
  /** Where the bounds stopped the search: older posts may be left. It matters only where fewer than `max` were found. */
  end: Keyset | undefined;
}

/**
 * Finds posts with words beginning with each of `words`: the newest `max` that are older than `after`, or all of these down
 * to `end` where the bounds stop the search first. SQLite adds those of the same date as the last.
 */
export const postsWith = (db: Database, wanted: Wanted, bounds = usualBounds): Promise<FoundPosts> =>
  isPostgres(db) ? findOnPostgres(db, wanted, bounds.postgres) : findOnSqlite(db, wanted, bounds.sqlite);

async function findOnPostgres(
  db: Database,
  wanted: Wanted,
  bounds: SearchBounds['postgres'],
): Promise<FoundPosts> {
  const newest = await findAmongNewest(db, wanted, bounds.sample);
  const { ids, end } = newest.end
    ? ((await findByIndex(db, wanted, bounds)) ?? (await findAmongNewest(db, wanted, bounds.byDate)))
    : newest;
  return { ids: sql`(select unnest(${ids}::uuid[]))`, end };
}

interface FoundIds {
  ids: string[];
  /** Where fewer than `max` were found, and older posts are left. */
  end?: Keyset | undefined;
}

/** Reads at most `count` posts older than `after`, with the words or without, until `max` are found. */
async function findAmongNewest(
  db: Database,
  { words, max, after }: Wanted,
  count: number,
): Promise<FoundIds> {
  const newest = (isAsked: RawBuilder<unknown>) => sql`from post_words
    where ${isAsked} and ${isBefore(after)} order by created_at desc, post_id desc`;
  // Without `offset 0` PostgreSQL would look for the ids twice, and once more to see whether they are enough.
  const { rows } = await sql<{ ids: string[]; at: string | null; id: string | null }>`
    select ids, last.at, last.id
    from (select array(select read.post_id::text as id
      from (select post_id, created_at, words ${newest(sql`true`)} limit ${sql.lit(count)}) as read
      where words @@ ${queryOf(words)} order by created_at desc, post_id desc limit ${max}) as ids offset 0) as found
    left join lateral (select created_at as at, post_id as id ${newest(sql`cardinality(ids) < ${max}`)}
      limit 1 offset ${sql.lit(count - 1)}) as last on true`.execute(db);
  const { ids = [], at = null, id = null } = rows[0] ?? {};
  return { ids, end: at !== null && id !== null ? { at, id } : undefined };
}

const isBefore = (after: Keyset | undefined) =>
  after ? beforeKeyset('created_at', 'post_id', after) : sql`true`;

/**
 * Reads the posts with those of the words that few have, and looks for the others in these: to look there for frequent ones,
 * too, would read most of the index. Undefined when it would read too much.
 */
async function findByIndex(
  db: Database,
  { words, max, after }: Wanted,
  { sample, byIndex }: SearchBounds['postgres'],
): Promise<FoundIds | undefined> {
  const frequencies = await frequenciesOf(db, words, sample);
  // A few hits among a thousand say little of millions, and a wrong guess costs no more than `byIndex` posts.
  const rare = frequencies.filter(({ hits, posts }) => hits <= 3 || posts <= byIndex).map(({ word }) => word);
  const sum = frequencies.reduce((total, { posts }) => total + posts, 0);
  const asked = rare.length > 0 ? rare : words.length > 1 && sum <= byIndex * commonWordsFactor ? words : [];
  if (asked.length === 0) return undefined;
  // The limit comes before the cursor: the index returns all dates, and reading the rows is what takes time.
  const { rows } = await sql<{ read: number; ids: string[] }>`
    with found as materialized (select post_id, created_at, words from post_words
      where words @@ ${queryOf(asked)} limit ${sql.lit(byIndex + 1)})
    select (select count(*) from found) as read, array(select found.post_id::text as id from found
      where words @@ ${queryOf(words)} and ${isBefore(after)}
      order by created_at desc, post_id desc limit ${max}) as ids`.execute(db);
  const [found] = rows;
  return found && found.read <= byIndex ? { ids: found.ids } : undefined;
}

/** The index compares several words before posts are read: so many times more posts may have one of them. */
const commonWordsFactor = 5;
const samplePlaces = 20;

interface Frequency {
  word: string;
  /** Posts of the sample that have the word. */
  hits: number;
  /** How many that makes of all posts. */
  posts: number;
}

/** How frequent the words are in posts from all over the feed; PostgreSQL does not know it of beginnings. */
async function frequenciesOf(db: Database, words: string[], sample: number): Promise<Frequency[]> {
  const hitsOf = words.map((each) => sql`count(*) filter (where words @@ ${queryOf([each])})`);
  const { rows } = await sql<{ posts: number | null; read: number; counts: number[] }>`
    with span as (select min(created_at) as oldest, max(created_at) as newest from post_words)
    select (select reltuples from pg_class where oid = 'post_words'::regclass) as posts,
      count(*) as read, array[${sql.join(hitsOf)}]::int[] as counts
    from generate_series(1, ${sql.lit(samplePlaces)}) as place cross join span cross join lateral (
      select words from post_words
      where created_at <= oldest + (newest - oldest) * ((place::float8 - 0.5) / ${sql.lit(samplePlaces)})
      order by created_at desc limit ${sql.lit(Math.ceil(sample / samplePlaces))}) as seen`.execute(db);
  const [{ posts, read, counts } = { posts: null, read: 0, counts: [] }] = rows;
  // Unknown before `analyze` has run, as after an upgrade of PostgreSQL: then any word that was seen may be frequent.
  const all = posts !== null && posts > 0 ? posts : Number.POSITIVE_INFINITY;
  return words.map((word, index) => {
    const hits = counts[index] ?? 0;
    return { word, hits, posts: hits === 0 ? 0 : (all * hits) / read };
  });
}

const queryOf = (words: string[]) => sql`${words.map((each) => `'${each}':*`).join(' & ')}::tsquery`;

async function findOnSqlite(db: Database, { words, max, after }: Wanted, most: number): Promise<FoundPosts> {
  const upTo = after ? sql`and rowid <= ${lastNumber(after.at)}` : sql``;
  // Numbers do not sort posts of one date: count all that may be newer than `after`, and end between two dates.
  const ofSameDate = after
    ? sql`(select count(*) from post_words where number between ${firstNumber(after.at)} and ${lastNumber(after.at)})`
    : sql`0`;
  const { isRare, date } =
    words.length > 1 ? await endOf(db, words, { most, upTo, ofSameDate }) : { isRare: true, date: undefined };
  // FTS5 itself compares words from the newest post to the oldest, over all posts: quick where one of them is rare.
  const matches = isRare ? [matchOf(words)] : words.map((each) => matchOf([each]));
  const from = firstNumber(date ?? '1000-01-01');
  const numbersFrom = (lowest: RawBuilder<unknown>) =>
    sql.join(
      matches.map((match) => sql`${numbersWith(match)} ${upTo} and rowid >= ${lowest}`),
      sql` intersect `,
    );
  return {
    ids: sql`(with lowest (number) as materialized (select coalesce((
        select rowid >> 20 << 20 from (${numbersFrom(from)} order by rowid desc limit 1 offset ${max - 1} + ${ofSameDate})
      ), ${from}))
      select post_id from post_words where number in (${numbersFrom(sql`(select number from lowest)`)}))`,
    // Any id is above it, so the cursor leaves out this date, which has been looked at whole.
    end: date === undefined ? undefined : { at: date, id: lowestId },
  };
}

const numbersWith = (match: string) => sql`select rowid from post_search where post_search match ${match}`;

/**
 * `isRare`: at most `most` posts in all have one of the words. Else `date` is where the first of the words reaches `most`
 * posts older than the cursor; undefined where none does.
 */
async function endOf(
  db: Database,
  words: string[],
  { most, upTo, ofSameDate }: { most: number; upTo: RawBuilder<unknown>; ofSameDate: RawBuilder<unknown> },
): Promise<{ isRare: boolean; date: string | undefined }> {
  const each = words.map((word) => {
    const found = numbersWith(matchOf([word]));
    return sql`select exists (select 1 from (${found} order by rowid desc limit 1 offset ${most})) as many,
      (select rowid >> 20 from (${found} ${upTo} order by rowid desc limit 1 offset ${most} + ${ofSameDate})) as date`;
  });
  const { rows } = await sql<{
    many: number;
    date: number | null;
  }>`${sql.join(each, sql` union all `)}`.execute(db);
  if (rows.some(({ many }) => !many)) return { isRare: true, date: undefined };
  const dates = rows.flatMap(({ date }) => date ?? []);
  return { isRare: false, date: dates.length > 0 ? new Date(Math.max(...dates)).toISOString() : undefined };
}

const matchOf = (words: string[]) => words.map((each) => `"${each}"`).join(' AND ');

const lowestId = '00000000-0000-0000-0000-000000000000';

const atOnce = 500;
/** SQLite blocks this thread for a transaction: ten of the longest posts take 30 ms. */
const inTransactionAtOnce = 10;
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Adds posts that the search does not know, such as imported ones and those from before it, newest first; an hourly job. */
export async function indexMissingPosts(db: Database): Promise<void> {
  for (let before = highestId, last = false; !last; ) {
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(atOnce)
      .execute();
    const ids = posts.map(({ id }) => id);
    const missing = await missingAmong(db, ids);
    for (let start = 0; start < missing.length; start += inTransactionAtOnce) {
      await addPosts(db, missing.slice(start, start + inTransactionAtOnce));
      // Let other requests run in between.
      await setImmediate();
    }
    before = ids.at(-1) ?? before;
    last = ids.length < atOnce;
    await setImmediate();
  }
}

async function missingAmong(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ post_id: string }>`select post_id from post_words
    where post_id in (${sql.join(ids)})`.execute(db);
  const known = new Set(rows.map(({ post_id }) => post_id));
  return ids.filter((id) => !known.has(id));
}

async function addPosts(db: Database, ids: string[]): Promise<void> {
  await inTransaction(db, async (transaction) => {
    let query = transaction
      .selectFrom('posts')
      .select(['id', 'created_at as at', 'text'])
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id');
    // An edit at the same time waits, and changes the words then.
    if (isPostgres(transaction)) query = query.forNoKeyUpdate();
    await addAllToSearch(transaction, await query.execute());
  });
}

/**
 * Writes again the words of posts that a version before the plain form wrote (docs/product.md P5.12). Returns how many were other
 * ones: 0 on SQLite, whose index returns no words, and where no earlier version can run beside. May stop anywhere and run again.
 */
export async function refillPostWords(db: Database): Promise<number> {
  let changed = 0;
  for (let after = lowestId, last = false; !last; ) {
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'text'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const odd = posts.filter(({ text }) => !wasPlain.test(text)).map(({ id }) => id);
    for (let start = 0; start < odd.length; start += inTransactionAtOnce) {
      changed += await rewritePosts(db, odd.slice(start, start + inTransactionAtOnce));
      await setImmediate();
    }
    after = posts.at(-1)?.id ?? after;
    last = posts.length < atOnce;
    await setImmediate();
  }
  return changed;
}

/** Texts of these signs have the same search words in every version. */
const wasPlain = /^[\s -&(-_a-~]*$/;

const rewritePosts = (db: Database, ids: string[]): Promise<number> =>
  inTransaction(db, async (transaction) => {
    let query = transaction.selectFrom('posts').select(['id', 'text']).where('id', 'in', ids).orderBy('id');
    if (isPostgres(transaction)) query = query.forNoKeyUpdate();
    const posts = await query.execute();
    if (!isPostgres(transaction)) {
      for (const { id, text } of posts) await changeInSearch(transaction, id, text);
      return 0;
    }
    let changed = 0;
    for (const { id, text } of posts) {
      const words = vectorOf(wordsOf(text));
      const { numAffectedRows = 0n } =
        await sql`update post_words set words = ${words} where post_id = ${id} and words <> ${words}`.execute(
          transaction,
        );
      changed += Number(numAffectedRows);
    }
    return changed;
  });
