import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addAllToSearch, addToSearch, indexMissingPosts } from './post-search.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'Ana Author' });
});
afterAll(() => server.stop());

const write = async (text: string, by = token): Promise<string> =>
  (await server.made('POST /api/posts', { token: by, body: { text } }))._id;
const find = (search: string, more = '') =>
  server.call(`GET /api/posts?search=${encodeURIComponent(search)}${more}`, { token });
const idsFor = async (search: string): Promise<string[]> => {
  const { status, body } = await find(search);
  expect(status).toBe(200);
  return body.map(({ _id }: { _id: string }) => _id);
};

describe('GET /api/posts?search=', () => {
  it('finds posts with all of the words, however they are written, newest first', async () => {
    const older = await write('Escrow closes on FRIDAY in Cañon City');
    const newer = await write('friday: canon, “escrow”');
    await write('Escrow closes on Monday');
    expect(await idsFor('friday escrow')).toEqual([newer, older]);
    expect(await idsFor('CAÑON')).toEqual([newer, older]);
    expect(await idsFor('cañon city')).toEqual([older]);
    expect(await idsFor('friday tuesday')).toEqual([]);
  });

  it('finds words by their beginning, in every script', async () => {
    const post = await write('Тихий дом, 平屋 Balkonwohnung');
    expect(await idsFor('balk')).toEqual([post]);
    expect(await idsFor('ТИХ')).toEqual([post]);
    expect(await idsFor('平')).toEqual([post]);
    expect(await idsFor('wohnung')).toEqual([]);
  });

  it('treats everything else as punctuation, never for a command', async () => {
    const post = await write('quixotic NEAR terrace');
    for (const search of ['quixotic*', '"quixotic', 'quixotic OR', "quixotic' & !terrace", 'quixotic:*|']) {
      expect(await idsFor(search), search).toEqual(search.endsWith('OR') ? [] : [post]);
    }
    expect(await idsFor('!!! — 🏡')).toEqual([]);
    expect(await idsFor('words:quixotic')).toEqual([]);
  });

  it('answers each find once, a page at a time', async () => {
    const written: string[] = [];
    for (let number = 0; number < 5; number++) written.unshift(await write(`Zanzibar ${number}`));
    const seen: string[] = [];
    let next: string | undefined = '/api/posts?search=zanzibar&limit=2';
    while (next !== undefined) {
      const { body, headers } = await server.call(`GET ${next}`, { token });
      seen.push(...body.map(({ _id }: { _id: string }) => _id));
      next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(written);
  });

  it('goes on where a page ended also when its last post is gone since', async () => {
    const [oldest, middle, newest] = [
      await write('Xylophone 1'),
      await write('Xylophone 2'),
      await write('Xylophone 3'),
    ];
    const first = await find('xylophone', '&limit=2');
    expect(first.body.map(({ _id }: { _id: string }) => _id)).toEqual([newest, middle]);
    await server.call(`DELETE /api/posts/${middle}`, { token });
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const { body } = await server.call(`GET ${next}`, { token });
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([oldest]);
  });

  it('follows an edit, a deletion, and a member who leaves', async () => {
    const leaver = await makeToken(server.db);
    const remaining = await write('Vermilion is back');
    const edited = await write('A vermilion door');
    const deleted = await write('Vermilion again');
    await write('Vermilion of a leaver', leaver);
    await server.call(`PATCH /api/posts/${edited}`, { token, body: { text: 'A turquoise door' } });
    await server.call(`DELETE /api/posts/${deleted}`, { token });
    await server.call('DELETE /api/profile', { token: leaver });
    expect((await find('vermilion', '&limit=1')).body).toMatchObject([{ _id: remaining }]);
    expect(await idsFor('turquoise')).toEqual([edited]);
  });

  it('ignores letters that stand alone, and words beyond the fourth', async () => {
    const post = await write('Wisteria a b and jasmine, lilac, peony');
    expect(await idsFor('x wisteria y 7')).toEqual([post]);
    expect(await idsFor('wisteria jasmine lilac peony absent')).toEqual([post]);
    expect(await idsFor('wisteria jasmine lilac absent')).toEqual([]);
    for (const search of ['a', 'a b', '7']) expect(await idsFor(search), search).toEqual([]);
  });

  it('is limited to 30 in a minute, for each person, and the feed is not', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    try {
      const [eager, other] = [await makeToken(limited.db), await makeToken(limited.db)];
      const search = (by: string) => limited.call('GET /api/posts?search=escrow', { token: by });
      for (let n = 0; n < 30; n++) expect((await search(eager)).status).toBe(200);
      const rejected = await search(eager);
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(30);
      expect((await limited.call('GET /api/posts', { token: eager })).status).toBe(200);
      expect((await search(other)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('accepts a text as long and as strange as a post can be', async () => {
    const post = await write('š'.repeat(5000));
    expect(await idsFor('Š'.repeat(60))).toEqual([post]);
    expect(
      await idsFor(
        Array.from({ length: 100 }, (_, i) => `w${i}`)
          .join(' ')
          .slice(0, 200),
      ),
    ).toEqual([]);
  });

  it('answers as the feed does: with likes, comments and the own like', async () => {
    const post = await write('Heliotrope');
    await server.call(`PUT /api/posts/like/${post}`, { token });
    await server.call(`POST /api/posts/comment/${post}`, { token, body: { text: 'Fine' } });
    const [shown] = (await find('heliotrope')).body;
    expect(shown).toEqual((await server.call(`GET /api/posts/${post}`, { token })).body);
    expect(shown).toMatchObject({ liked: true, likeCount: 1, commentCount: 1 });
  });

  it.each([`?search=${'a'.repeat(201)}`, '?search=a&pinned=true'])('rejects %s', async (query) => {
    const { status, body } = await server.call(`GET /api/posts${query}`, { token });
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe('search');
  });
});

describe('a search of more posts than a page may read', () => {
  const count = 400;
  /** Three posts of one date, and as if imported more of one than a page may read. */
  const dateOf = (index: number) =>
    new Date(
      Date.parse('2024-03-01') + Math.floor(index >= 240 && index < 330 ? 80 : index / 3) * 60_000,
    ).toISOString();
  const together = [4, 200, 201, 300, 398];
  const textOf = (index: number) =>
    [
      'the',
      index % 2 === 0 || together.includes(index) ? 'duplex' : '',
      index % 2 === 1 || together.includes(index) ? 'condo' : '',
      index < 150 ? 'vintage' : '',
      index === 4 ? 'quokka' : '',
    ].join(' ');
  const posts = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    at: dateOf(index),
    text: textOf(index),
  }));
  let large: TestServer;
  let reader: string;

  beforeAll(async () => {
    large = await testServer(
      {},
      { searchBounds: { sqlite: 30, postgres: { sample: 20, byDate: 60, byIndex: 30 } } },
    );
    const { id: user_id } = await makeUser(large.db);
    reader = await makeToken(large.db);
    await inTransaction(large.db, async (transaction) => {
      const rows = posts.map(({ id, at, text }) => ({
        id,
        user_id,
        text,
        created_at: at,
        like_count: 0,
        comment_count: 0,
      }));
      await transaction.insertInto('posts').values(rows).execute();
      await addAllToSearch(transaction, posts);
    });
    // On PostgreSQL a search goes by how many posts there are.
    await sql`analyze`.execute(large.db);
  });
  afterAll(() => large.stop());

  /** Newest first. */
  const postsWithAll = (search: string) =>
    posts
      .filter(({ text }) => search.split(' ').every((word) => text.split(' ').includes(word)))
      .toSorted((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? 1 : -1))
      .map(({ id }) => id);

  async function readPage(path: string) {
    const { status, body, headers } = await large.call(`GET ${path}`, { token: reader });
    expect(status).toBe(200);
    const ids: string[] = body.map(({ _id }: { _id: string }) => _id);
    const next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    return { ids, next, searchedTo: headers.get('x-searched-to') };
  }

  it('ends early, and says down to which date it looked', async () => {
    const { ids, next, searchedTo } = await readPage('/api/posts?search=duplex+condo');
    expect(ids).toEqual([posts[398]?.id]);
    expect(next).toContain('cursor=');
    expect(Date.parse(searchedTo ?? '')).toBeGreaterThan(Date.parse(dateOf(201)));
    expect(Date.parse(searchedTo ?? '')).toBeLessThan(Date.parse(dateOf(380)));
  });

  /** Follows the links to the last page. */
  async function readAll(search: string, limit: number) {
    const pages: Awaited<ReturnType<typeof readPage>>[] = [];
    const ends: string[] = [];
    let next: string | undefined = `/api/posts?search=${search.replaceAll(' ', '+')}&limit=${limit}`;
    while (next !== undefined) {
      const page = await readPage(next);
      pages.push(page);
      expect(page.ids.length).toBeLessThanOrEqual(limit);
      if (page.searchedTo !== null) {
        expect(page.next).toBeDefined();
        // No page ends where another has: it would go on for ever.
        expect(page.searchedTo < (ends.at(-1) ?? '9')).toBe(true);
        ends.push(page.searchedTo);
      }
      next = page.next;
    }
    return { pages, ends, found: pages.flatMap(({ ids }) => ids) };
  }

  it.each([1, 2, 3, 20])(
    'goes on by links to the oldest post, and answers each find once, %i a page',
    async (limit) => {
      const { pages, ends, found } = await readAll('duplex condo', limit);
      expect(found).toEqual(postsWithAll('duplex condo'));
      expect(ends.length).toBeGreaterThan(3);
      expect(pages.some(({ ids }) => ids.length === 0)).toBe(true);
      expect(pages.length).toBeLessThanOrEqual(ends.length + together.length + 1);
    },
  );

  it.each(['vintage', 'vintage duplex', 'the condo'])('finds all with "%s", page by page', async (search) => {
    expect((await readAll(search, 20)).found).toEqual(postsWithAll(search));
  });

  it.each(['quokka', 'quokka the', 'duplex condo quok'])(
    'finds what few posts have at once: %s',
    async (search) => {
      expect(await readPage(`/api/posts?search=${search.replaceAll(' ', '+')}`)).toEqual({
        ids: [posts[4]?.id],
        next: undefined,
        searchedTo: null,
      });
    },
  );

  it('says nothing of the kind on a full page', async () => {
    const { ids, next, searchedTo } = await readPage('/api/posts?search=the+duplex&limit=5');
    expect(ids).toEqual(postsWithAll('the duplex').slice(0, 5));
    expect(next).toContain('cursor=');
    expect(searchedTo).toBeNull();
  });

  it('is whole where the feed is smaller than what a page may read', async () => {
    for (const text of ['Bungalow one', 'Maisonette two', 'Bungalow three']) await write(text);
    for (const search of ['bungalow maisonette', 'bungalow']) {
      const { headers } = await find(search);
      expect(headers.get('link')).toBeNull();
      expect(headers.get('x-searched-to')).toBeNull();
    }
  });
});

describe('posts that are imported with their dates', () => {
  /** Adds posts as an import does: in any order, and unknown to the search. */
  async function importPosts(word: string, dates: string[]): Promise<string[]> {
    const { id: user_id } = await makeUser(server.db);
    const rows = dates.map((created_at, index) => ({
      id: index % 2 === 0 ? newId() : crypto.randomUUID(),
      user_id,
      created_at,
      text: `${word} number ${index}`,
      like_count: 0,
      comment_count: 0,
    }));
    for (const row of rows) await server.db.insertInto('posts').values(row).execute();
    return rows
      .toSorted((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id))
      .map(({ id }) => id);
  }

  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

  async function pagesOf(search: string, limit: number): Promise<string[]> {
    const seen: string[] = [];
    let next: string | undefined = `/api/posts?search=${search}&limit=${limit}`;
    for (; next !== undefined && seen.length < 100; ) {
      const { status, body, headers } = await server.call(`GET ${next}`, { token });
      expect(status).toBe(200);
      seen.push(...body.map(({ _id }: { _id: string }) => _id));
      next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    return seen;
  }

  const dates = [
    '2021-05-01T10:00:00.000Z',
    '2019-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2019-01-01T00:00:00.000Z',
    '1999-12-31T12:00:00.000Z',
    '2019-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.998Z',
    '1969-07-20T20:17:40.000Z',
    '2019-01-01T00:00:00.001Z',
    '2019-01-01T00:00:00.000Z',
  ];

  it.each([1, 2, 3, 4, 7, 20])('are found in order of date, %i a page', async (limit) => {
    const word = `import${limit}`;
    const today = await write(`${word} of today`);
    const expected = await importPosts(word, dates);
    await indexMissingPosts(server.db);
    expect(await pagesOf(word, limit)).toEqual([today, ...expected]);
  });

  it('are indexed once, and so are those that the search has lost', async () => {
    const post = await write('Marigold');
    await sql`delete from post_words`.execute(server.db);
    expect(await idsFor('marigold')).toEqual([]);
    await indexMissingPosts(server.db);
    await indexMissingPosts(server.db);
    expect(await idsFor('marigold')).toEqual([post]);
    await server.call(`PATCH /api/posts/${post}`, { token, body: { text: 'Dandelion' } });
    expect(await idsFor('marigold')).toEqual([]);
    expect(await idsFor('dandelion')).toEqual([post]);
  });

  it('are indexed together as one by one', async () => {
    const { id: user_id } = await makeUser(server.db);
    const rows = Array.from({ length: 300 }, (_, index) => ({
      id: newId(),
      user_id,
      like_count: 0,
      comment_count: 0,
      // Up to seven of one date.
      created_at: new Date(Date.parse('2020-01-01') + Math.floor(index / 7)).toISOString(),
      text: `Open house ${index % 3 === 0 ? 'on Friday' : 'in Irvine'} 平屋 ${index}`,
    }));
    await server.db.insertInto('posts').values(rows).execute();
    const posts = rows.map(({ id, created_at: at, text }) => ({ id, at, text }));
    const indexed = (add: (transaction: DatabaseTransaction) => Promise<void>) =>
      inTransaction(server.db, async (transaction) => {
        await sql`delete from post_words`.execute(transaction);
        await add(transaction);
        return indexOf(transaction);
      });
    const together = await indexed((transaction) => addAllToSearch(transaction, posts));
    const oneByOne = await indexed(async (transaction) => {
      for (const post of posts) await addToSearch(transaction, post);
    });
    expect(together).toEqual(oneByOne);
    expect(together.length).toBeGreaterThan(rows.length);
  });

  /** All that the search knows, in order. */
  async function indexOf(transaction: DatabaseTransaction): Promise<unknown[]> {
    if (engine === 'postgres') {
      const { rows } =
        await sql`select post_id, created_at, word from post_words, unnest(tsvector_to_array(words)) as word
        order by post_id, word`.execute(transaction);
      return rows;
    }
    await sql`create virtual table if not exists temp.terms using fts5vocab('main', 'post_search', 'instance')`.execute(
      transaction,
    );
    const { rows } = await sql`select post_id, cast(number as text) as number, term
      from temp.terms join post_words on number = doc order by number, term`.execute(transaction);
    return rows;
  }
});
