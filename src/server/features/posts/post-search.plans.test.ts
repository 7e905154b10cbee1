import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import { second } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import type { Keyset } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addAllToSearch, postsWith, type SearchBounds } from './post-search.ts';

/** More than the sample of the newest on PostgreSQL. */
const many = 3000;
let database: TestDatabase;
const dates = Array.from({ length: many }, (_, index) => fromNow((index - many) * second));

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const { id: user_id } = await makeUser(db);
  const posts = Array.from({ length: many }, (_, index) => ({
    id: newId(),
    user_id,
    like_count: 0,
    comment_count: 0,
    created_at: dates[index] ?? '',
    text: `Escrow closes ${index} ${index % 2 === 0 ? 'duplex' : 'condo'} ${index < 3 ? 'quixotic' : ''}`,
  }));
  for (let start = 0; start < many; start += 500) {
    const some = posts.slice(start, start + 500);
    await inTransaction(db, async (transaction) => {
      await transaction.insertInto('posts').values(some).execute();
      await addAllToSearch(
        transaction,
        some.map(({ id, created_at: at, text }) => ({ id, at, text })),
      );
    });
  }
  await sql`analyze`.execute(db);
});
afterAll(() => database.drop());

const bounds = { sqlite: 100, postgres: { sample: 1000, byDate: 1500, byIndex: 100 } };

interface Options {
  within?: SearchBounds;
  after?: Keyset;
}

const search =
  (words: string[], { within = bounds, after }: Options = {}) =>
  async (db: Database) => {
    const { ids, end } = await postsWith(db, { words, max: 21, after }, within);
    const found = await db.selectFrom('posts').select('id').where('id', 'in', ids).execute();
    return { found: found.length, end };
  };

const planAsOfMany = (query: CompiledQuery) =>
  database.db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    return planOf(transaction, query);
  });

it.each([
  ['that every post has', ['escrow'], 21, 2],
  ['that few posts have', ['quix'], 3, 4],
  ['that few posts have, with one that every post has', ['clos', 'quix'], 3, 4],
  ['that no post has', ['nobody', 'escr'], 0, 4],
])('words %s are looked up in few statements', async (_, words, found, statements) => {
  let result: unknown;
  const asked = await queriesOf(database.db, async (db) => {
    result = await search(words)(db);
  });
  expect(result).toEqual({ found, end: undefined });
  expect(asked).toHaveLength(engine === 'sqlite' ? Math.min(words.length, 2) : statements);
  if (engine === 'sqlite') {
    // Whole terms: SQLite would merge all terms with a beginning first.
    expect(asked.at(-1)?.parameters).toContain(words.map((each) => `"${each}"`).join(' AND '));
  } else if (statements === 4 && asked[2]) {
    // Reads only posts with the rare words. The plan is made for many more posts, as these are too few for an index.
    const plan = await planAsOfMany(asked[2]);
    expect(plan).toMatch(/Bitmap Index Scan on post_words_by_word .*rows=[0-3] /);
    expect(plan).not.toContain('Seq Scan');
  }
});

it('of words that are frequent, but never together, the newest posts are compared', async () => {
  const words = ['duplex', 'condo'];
  let end: unknown;
  const asked = await queriesOf(database.db, async (db) => {
    const result = await search(words)(db);
    expect(result.found).toBe(0);
    end = result.end;
  });
  if (engine === 'sqlite') {
    // Each word has its hundred-and-first post as far back as 202 posts; the next date is left to the next page.
    expect(end).toEqual({ at: dates.at(-201), id: '00000000-0000-0000-0000-000000000000' });
    // FTS5 by itself would go on comparing beyond the range.
    expect(asked.at(-1)?.parameters).not.toContain('"duplex" AND "condo"');
    const plan = asked[1] ? await planOf(database.db, asked[1]) : '';
    // Both ends of the range are the index's, and nothing is sorted before it is compared.
    expect(plan.match(/SCAN post_search VIRTUAL TABLE INDEX \d+:M1>/g)).toHaveLength(4);
    expect(plan).toContain('MERGE (INTERSECT)');
    expect(plan).not.toMatch(/SCAN (post_words|posts)\b/);
  } else {
    expect(asked).toHaveLength(4);
    expect(end).toMatchObject({ at: dates.at(-bounds.postgres.byDate) });
    for (const query of asked.slice(0, 3)) {
      const plan = await planAsOfMany(query);
      expect(plan).not.toMatch(/post_words_by_word|Seq Scan on post_words/);
    }
    const plan = asked[2] ? await planAsOfMany(asked[2]) : '';
    expect(plan).toMatch(/Index Scan Backward using post_words_by_date .*rows=1500 /);
  }
});

it('nor is more compared among the oldest posts, which few have', async () => {
  const after = { at: dates[50] ?? '', id: newId() };
  let result: unknown;
  const asked = await queriesOf(database.db, async (db) => {
    result = await search(['duplex', 'condo'], { after })(db);
  });
  expect(result).toEqual({ found: 0, end: undefined });
  // FTS5 by itself would compare all newer posts first.
  for (const { parameters } of asked) expect(parameters).not.toContain('"duplex" AND "condo"');
  expect(asked).toHaveLength(2);
});

it('a word that more posts have than was expected is read so far only', async () => {
  // The few posts that are read to find how many have it are none of the three.
  const within = { sqlite: 2, postgres: { sample: 20, byDate: 500, byIndex: 2 } };
  let result: unknown;
  const asked = await queriesOf(database.db, async (db) => {
    result = await search(['quix'], { within })(db);
  });
  if (engine === 'sqlite') {
    // For a single word SQLite's index returns the newest first, so the search reads all of them and needs no end.
    expect(result).toEqual({ found: 3, end: undefined });
    return;
  }
  expect(result).toMatchObject({ found: 0, end: { at: dates.at(-500) } });
  expect(asked).toHaveLength(5);
  const plan = asked[2] ? await planAsOfMany(asked[2]) : '';
  expect(plan).toMatch(/Limit .*rows=3 /);
});

/** As PostgreSQL counts the posts, or does not know how many there are. */
async function searchAmong(posts: number, words: string[], within: SearchBounds = bounds) {
  const done = new Error('Nothing of it stays');
  let result: unknown;
  await database.db
    .transaction()
    .execute(async (transaction) => {
      await sql`update pg_class set reltuples = ${posts} where oid = 'post_words'::regclass`.execute(
        transaction,
      );
      result = await search(words, { within })(transaction);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
  return result;
}

if (engine === 'postgres') {
  it('a word of three posts is found among millions, also where all three are in the sample', async () => {
    const within = { ...bounds, postgres: { sample: many, byDate: 1500, byIndex: 100 } };
    expect(await searchAmong(10_000_000, ['quix'], within)).toEqual({ found: 3, end: undefined });
  });

  it('before PostgreSQL knows how many posts there are, frequent words are not looked up in its index', async () => {
    expect(await searchAmong(-1, ['duplex', 'condo'])).toMatchObject({
      found: 0,
      end: { at: dates.at(-1500) },
    });
  });
}
