import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

const create = async (given: object = {}) =>
  (await server.call('POST /api/articles', { token, body: articleBody(given) })).body;

const missing = { status: 404, body: { errors: [{ msg: 'Article not found' }], msg: 'Article not found' } };

describe('GET /api/articles', () => {
  it('lists the articles to everybody, newest first', async () => {
    const first = await create({ title: 'First' });
    const second = await create({ title: 'Second' });
    const { status, body } = await server.call('GET /api/articles');
    expect(status).toBe(200);
    expect([second, first]).toMatchObject(body.slice(0, 2));
  });

  it('comes a page at a time on request, each naming the next, through all of them', async () => {
    for (let count = 0; count < 3; count++) await create();
    const { body: all, headers } = await server.call('GET /api/articles');
    expect(headers.get('link')).toBeNull();
    const seen: unknown[] = [];
    for (let path: string | undefined = '/api/articles?limit=2'; path; ) {
      const page = await server.call(`GET ${path}`);
      expect(page.body.length).toBeLessThanOrEqual(2);
      seen.push(...page.body);
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(all);
  });

  it.each(['limit=0', 'limit=1001', 'limit=two', 'limit=', 'cursor=x'])('rejects ?%s', async (query) => {
    expect((await server.call(`GET /api/articles?${query}`)).status).toBe(400);
  });

  it('shows a change at once', async () => {
    const { _id } = await create();
    await server.call(`GET /api/articles`);
    await server.call(`PATCH /api/articles/${_id}`, { token, body: { title: 'Changed' } });
    expect((await server.call('GET /api/articles')).body[0]).toMatchObject({ _id, title: 'Changed' });
    await server.call(`DELETE /api/articles/${_id}`, { token });
    const { body } = await server.call('GET /api/articles');
    expect(body.map((each: { _id: string }) => each._id)).not.toContain(_id);
  });

  it('ignores a token, even one that is dead', async () => {
    expect((await server.call('GET /api/articles', { token: 'dead' })).status).toBe(200);
  });

  it('answers 304 to a client with the current list, until it changes', async () => {
    const etag = (await server.call('GET /api/articles')).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect(await server.call('GET /api/articles', { headers })).toMatchObject({ status: 304, body: '' });
    await create();
    expect((await server.call('GET /api/articles', { headers })).status).toBe(200);
  });

  it.each(['br', 'gzip'])('compresses the list with %s', async (coding) => {
    const answer = await server.call('GET /api/articles', { headers: { 'accept-encoding': coding } });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    const plain = await server.call('GET /api/articles', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(answer.body).toEqual(plain.body);
  });

  it('answers HEAD with the headers alone, and is stored by no shared cache', async () => {
    const { status, headers, body } = await server.call('HEAD /api/articles');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toBe('');
  });
});

describe('GET /api/articles/:id', () => {
  it('answers the article with a validator that saves sending it again', async () => {
    const article = await create();
    const { status, headers, body } = await server.call(`GET /api/articles/${article._id}`);
    expect(status).toBe(200);
    expect(article).toMatchObject(body);
    expect(Object.keys(body)).toEqual(['_id', 'title', 'slug', 'date', 'snippet', 'url', 'text']);
    const again = await server.call(`GET /api/articles/${article._id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect((await server.call(`HEAD /api/articles/${article._id}`)).status).toBe(200);
  });

  it.each(['42', 'undefined', '%00', "'; drop table articles; --", '0190'.repeat(20)])(
    'answers 404 to %j, which is no id',
    async (id) => {
      expect(await server.call(`GET /api/articles/${encodeURI(id)}`)).toMatchObject(missing);
    },
  );

  it('answers 404 to the id of no article', async () => {
    expect(await server.call(`GET /api/articles/${newId()}`)).toMatchObject(missing);
  });

  it('hides what is not published yet', async () => {
    const { _id, slug } = await create({ title: 'Tomorrow' });
    const tomorrow = new Date(Date.now() + day).toISOString();
    const times = { published_at: tomorrow, due_at: tomorrow };
    await server.db.updateTable('articles').set(times).where('id', '=', _id).execute();
    expect(await server.call(`GET /api/articles/${_id}`)).toMatchObject(missing);
    expect(await server.call(`GET /api/articles/slug/${slug}`)).toMatchObject(missing);
    expect((await server.call(`GET /articles/${slug}`)).status).toBe(404);
  });
});

describe('GET /api/articles/slug/:slug', () => {
  it('answers the article that has the slug', async () => {
    const article = await create({ title: 'By slug' });
    const { status, body } = await server.call('GET /api/articles/slug/by-slug');
    expect(status).toBe(200);
    expect(article).toMatchObject(body);
    expect(Object.keys(body)).toEqual(['_id', 'title', 'slug', 'date', 'snippet', 'url', 'text']);
  });

  it('answers the article that had the slug', async () => {
    const { _id } = await create({ title: 'Former name' });
    await server.call(`PATCH /api/articles/${_id}`, { token, body: { slug: 'present-name' } });
    const { status, body } = await server.call('GET /api/articles/slug/former-name');
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id, slug: 'present-name' });
  });

  it.each(['nowhere', 'Not-A-Slug', '%00', 'a--b', '..%2f..%2fetc', 'a'.repeat(200), '%F0%9F%8F%A0'])(
    'answers 404 to %j',
    async (slug) => {
      expect(await server.call(`GET /api/articles/slug/${slug}`)).toMatchObject({ status: 404 });
    },
  );
});
