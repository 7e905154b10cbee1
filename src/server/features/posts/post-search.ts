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

/**
 * A list of the ids of posts with words beginning with each of `words`, among them the newest `max` before `after`; the
 * caller sorts and limits them. SQLite adds those of the same date as the last.
 */
export async function postsWith(db: Database, wanted: Wanted): Promise<RawBuilder<string>> {
  return isPostgres(db) ? sql`(select unnest(${await idsWith(db, wanted)}::uuid[]))` : listSqlite(wanted);
}

/** Posts that are read to find how frequent the words are, which PostgreSQL does not know of beginnings. */
const sample = 1000;
const rareUpTo = sample / 100;

/**
 * Frequent words are found among the newest posts; else the index returns all posts with the rare ones. To look there for
 * frequent ones, too, would read most of the index.
 */
async function idsWith(db: Database, { words, max, after }: Wanted): Promise<string[]> {
  const before = after ? beforeKeyset('created_at', 'post_id', after) : sql`true`;
  const all = queryOf(words);
  const frequencies = words.map((each) => sql`count(*) filter (where words @@ ${queryOf([each])})`);
  const { rows } = await sql<{ read: number; counts: number[]; ids: string[] }>`
    with newest as materialized (select post_id, created_at, words from post_words
      where ${before} order by created_at desc, post_id desc limit ${sql.lit(sample)})
    select count(*) as read, array[${sql.join(frequencies)}]::int[] as counts,
      array(select post_id::text from newest where words @@ ${all}
        order by created_at desc, post_id desc limit ${max}) as ids
    from newest`.execute(db);
  const [newest] = rows;
  if (!newest || newest.ids.length === max || newest.read < sample) return newest?.ids ?? [];
  const rare = words.filter((_, index) => (newest.counts[index] ?? 0) <= rareUpTo);
  // A function, unlike the operator, does not use the index.
  const others = rare.length > 0 ? sql`and ts_match_vq(words, ${all})` : sql``;
  const found = await sql<{ post_id: string }>`
    with found as materialized (select post_id, created_at from post_words
      where words @@ ${queryOf(rare.length > 0 ? rare : words)} ${others} and ${before})
    select post_id from found order by created_at desc, post_id desc limit ${max}`.execute(db);
  return found.rows.map(({ post_id }) => post_id);
}

const queryOf = (words: string[]) => sql`${words.map((each) => `'${each}':*`).join(' & ')}::tsquery`;

function listSqlite({ words, max, after }: Wanted): RawBuilder<string> {
  const wanted = words.map((each) => `"${each}"`).join(' AND ');
  const found = sql`post_search match ${wanted} ${after ? sql`and rowid <= ${lastNumber(after.at)}` : sql``}`;
  // Numbers do not sort posts of one date: count all that may come before `after`, and end between two dates.
  const before = after
    ? sql`(select count(*) from post_words where number between ${firstNumber(after.at)} and ${lastNumber(after.at)})`
    : sql`0`;
  return sql`(select post_id from post_words where number in (
    select rowid from post_search where ${found} and rowid >= coalesce((
      select rowid >> 20 << 20 from post_search where ${found}
      order by rowid desc limit 1 offset ${max - 1} + ${before}), ${firstNumber('1000-01-01')})))`;
}

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
    // An edit meanwhile waits, and changes the words then.
    if (isPostgres(transaction)) query = query.forNoKeyUpdate();
    await addAllToSearch(transaction, await query.execute());
  });
}
