import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import { second } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addAllToSearch, postsWith } from './post-search.ts';

/** More than the sample of the newest on PostgreSQL. */
const many = 3000;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const { id: user_id } = await makeUser(db);
  const posts = Array.from({ length: many }, (_, index) => ({
    ...{ id: newId(), user_id, like_count: 0, comment_count: 0 },
    created_at: fromNow((index - many) * second),
    text: `Escrow closes ${index} ${index < 3 ? 'quixotic' : ''}`,
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

const search = (words: string[]) => async (db: Database) => {
  const list = await postsWith(db, { words, max: 21, after: undefined });
  return (await db.selectFrom('posts').select('id').where('id', 'in', list).execute()).length;
};

const planAsOfMany = (query: CompiledQuery) =>
  database.db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    return planOf(transaction, query);
  });

it.each([
  ['that every post has', ['escrow'], 21, 2],
  ['that few posts have', ['quix'], 3, 3],
  ['that few posts have, with one that every post has', ['clos', 'quix'], 3, 3],
  ['that no post has', ['nobody', 'escr'], 0, 3],
])('words %s are looked up in few statements', async (_, words, found, statements) => {
  let result = 0;
  const asked = await queriesOf(database.db, async (db) => {
    result = await search(words)(db);
  });
  expect(result).toBe(found);
  expect(asked).toHaveLength(engine === 'sqlite' ? 1 : statements);
  if (engine === 'sqlite') {
    // Whole terms: SQLite would merge all terms with a beginning first.
    expect(asked[0]?.parameters).toContain(words.map((each) => `"${each}"`).join(' AND '));
  } else if (statements === 3 && asked[1]) {
    // Only what the rare words have is read: of many more posts, as these are too few for an index to be worth it.
    const plan = await planAsOfMany(asked[1]);
    expect(plan).toMatch(/Bitmap Index Scan on post_words_by_word .*rows=[0-3] /);
    expect(plan).not.toContain('Seq Scan');
  }
});
