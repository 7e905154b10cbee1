import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { articleBody } from '../../../../test/factories.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import { hour, minute } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { listStaffArticles } from './articles.service.ts';
import {
  getArticleBySlug,
  listArticleAddresses,
  listArticles,
  listSummaries,
} from './published-articles.service.ts';

const many = 10_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const rows = Array.from({ length: many }, (_, index) => {
    const date = fromNow(-index * minute);
    const due = index % 50 === 1 ? fromNow((index + 1) * minute) : null;
    return {
      ...articleBody(),
      id: newId(),
      slug: `article-${index}`,
      version: 1,
      published_at: index % 100 === 0 ? null : (due ?? fromNow(-(index + 1) * minute)),
      due_at: due,
      created_at: date,
      updated_at: date,
    };
  });
  for (let start = 0; start < many; start += 1000) {
    const part = rows.slice(start, start + 1000);
    await db.insertInto('articles').values(part).execute();
    await db
      .insertInto('article_slugs')
      .values(part.map(({ id, slug }) => ({ slug, article_id: id })))
      .execute();
  }
  await sql`analyze`.execute(db);
});
afterAll(() => database.drop());

async function plansOf(read: (db: Database) => Promise<unknown>): Promise<string> {
  const statements = await queriesOf(database.db, read);
  return (await Promise.all(statements.map((each) => planOf(database.db, each)))).join('\n');
}

function expectByIndex(plan: string, index: string): void {
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on articles|SCAN articles(?! USING)|Sort|TEMP B-TREE/);
}

it.each([
  ['the first page of the list', (db: Database) => listSummaries(db, { limit: 12 })],
  ['a page far behind', (db: Database) => listSummaries(db, { limit: 12, offset: 600 })],
  ['the list of the API', (db: Database) => listArticles(db)],
  [
    'a page of the list of the API',
    (db: Database) => listArticles(db, { limit: 10, after: { at: fromNow(-hour * 24), id: newId() } }),
  ],
  ['the feed', (db: Database) => listSummaries(db, { limit: 50 })],
])('%s is read by the index of the dates', async (_, read) => {
  expectByIndex(await plansOf(read), 'articles_by_date');
});

it('the site map is answered for all of them', async () => {
  expect(await listArticleAddresses(database.db, 50_000)).toHaveLength(many - 100 - 200);
});

it('an article is found by the index of the slugs', async () => {
  const plan = await plansOf((db) => getArticleBySlug(db, 'article-77'));
  expect(plan).not.toMatch(/Seq Scan|SCAN/);
});

it.each([
  ['the first page', undefined],
  ['a page behind a cursor', { at: fromNow(-hour * 24), id: newId() }],
])('%s of the staff list is read by the index of its dates', async (_, after) => {
  const plan = await plansOf((db) =>
    listStaffArticles(db, { id: newId() }, { limit: 50, after, search: '' }),
  );
  expectByIndex(plan, 'articles_by_staff_date');
});
