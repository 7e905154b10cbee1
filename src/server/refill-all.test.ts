import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine, formerDatabase, type TestDatabase } from '../../test/database.ts';
import { makeToken, makeUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { writtenPhones } from '../../test/written-phones.ts';
import { addToSearch } from './features/posts/post-search.ts';
import { newId, now } from './platform/db/ids.ts';
import { migrate } from './platform/db/migrate.ts';
import { refillAll } from './refill-all.ts';

/** The last version that kept texts as they were typed, in lower case. */
const former = '1003_license_check';

let database: TestDatabase;
let server: TestServer;
let token: string;
let post: string;
const gone = newId();

beforeAll(async () => {
  database = await formerDatabase(former);
  const { db } = database;
  const author = await makeUser(db, { name: 'Łukasz O’Brien' });
  for (const [index, phone] of writtenPhones.entries()) await addLead(`called${index}@example.com`, phone);
  post = await addPost(author.id, 'Meet @Gina Gone at O’Brien’s, Łódź', ['meet', 'o', 'brien', 's', 'łodz']);
  await addPage('Łódź office', 'Ask O’Brien.', ['łodz', 'office', 'ask', 'o', 'brien']);
  await migrate(db);
  server = await testServer({}, { database });
  token = await makeToken(db, { admin: true });
});
afterAll(() => server.stop());

async function addLead(email: string, phone: string): Promise<void> {
  const { db } = database;
  await db
    .insertInto('contact_requests')
    .values({
      id: newId(),
      first_name: 'Lee',
      last_name: 'Dunn',
      phone,
      email,
      status: 'new',
      spam: false,
      overflow: false,
      created_at: now(),
      phone_key: null,
    })
    .execute();
}

async function addPost(author: string, text: string, words: string[]): Promise<string> {
  const { db } = database;
  const id = newId();
  const at = now();
  const mentions = JSON.stringify([{ user: gone, name: 'Gina Gone' }]);
  await db
    .insertInto('posts')
    .values({ id, user_id: author, text, like_count: 0, comment_count: 0, created_at: at, mentions })
    .execute();
  await db.transaction().execute((transaction) => addToSearch(transaction, { id, at, text }));
  await (engine === 'postgres'
    ? sql`update post_words set words = ${words.map((word) => `'${word}'`).join(' ')}::tsvector`
    : sql`update post_search set words = ${words.join(' ')}`
  ).execute(db);
  return id;
}

async function addPage(title: string, text: string, words: string[]): Promise<void> {
  const { db } = database;
  const [id, chapter_id, at] = [newId(), newId(), now()];
  await db
    .insertInto('handbook_chapters')
    .values({ id: chapter_id, title: 'Offices', position: 1, created_at: at })
    .execute();
  await db
    .insertInto('articles')
    .values({
      id,
      title,
      slug: 'office',
      text,
      snippet: '',
      url: '',
      version: 1,
      published_at: null,
      due_at: null,
      created_at: at,
      updated_at: at,
      saved_by: null,
    })
    .execute();
  await db
    .insertInto('handbook_pages')
    .values({
      id,
      chapter_id,
      position: 1,
      public: false,
      published_at: at,
      deleted_at: null,
      edition: 1,
      asked_edition: 0,
      note: '',
      new_since: null,
      audience: 'none',
      due_days: 14,
    })
    .execute();
  await db
    .insertInto('handbook_editions')
    .values({ page_id: id, edition: 1, title, text, note: '', saved_by: null, saved_at: at })
    .execute();
  for (const word of words) await db.insertInto('handbook_words').values({ word, page_id: id }).execute();
}

const get = (path: string) => server.made(`GET ${path}`, { token });
const count = async (path: string) => (await get(path)).length;
const found = async () => ({
  posts: await Promise.all(['obrien', 'Lodz'].map((q) => count(`/api/posts?search=${q}`))),
  pages: await Promise.all(['obrien', 'Lodz'].map((q) => count(`/api/handbook/search?q=${q}`))),
  users: await Promise.all(
    ['obrien', 'lukasz'].map((q) => get(`/api/search?q=${q}`).then(({ users }) => users.length)),
  ),
  leads: await count('/api/leads?search=3105550142&limit=100'),
  mentions: (await get(`/api/posts/${post}`)).mentions.length,
});
const keys = async () => {
  const rows = await database.db.selectFrom('contact_requests').select('phone_key').execute();
  return [...new Set(rows.map(({ phone_key }) => phone_key))];
};

describe('What an earlier version wrote', () => {
  it('is found, dialed and shown as what is written now, once the job has run', async () => {
    expect(await found()).toMatchObject({ posts: [0, 0], pages: [0, 0], users: [0, 0], mentions: 1 });
    expect(await keys()).toEqual([null]);
    await refillAll(database.db);
    expect(await found()).toEqual({
      posts: [1, 1],
      pages: [1, 1],
      users: [1, 1],
      leads: writtenPhones.length,
      mentions: 0,
    });
    expect(await keys()).toEqual(['+13105550142']);
  });

  it('is looked through again until nothing is left, and then no more', async () => {
    const { db } = database;
    const finished = async () =>
      (await db.selectFrom('refills').select('name').orderBy('name').execute()).map(({ name }) => name);
    await refillAll(db);
    expect(await finished()).toEqual([
      'charges that stay due',
      'corporations paid',
      'mentions',
      'names of accounts at signing',
      'paid figures',
      'payees of members',
      'phone numbers with letters',
      'search words',
      'words of pages',
      'words of posts',
    ]);
    await db.updateTable('contact_requests').set({ phone_key: null }).execute();
    await refillAll(db);
    expect(await keys()).toEqual([null]);
  });
});
