import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

const create = (given: object = {}) => server.made('POST /api/articles', { token, body: articleBody(given) });

describe('POST /api/articles', () => {
  it('publishes the article at once and answers it', async () => {
    const article = await create({ title: 'Été à Paris — 100% yours!' });
    expect(article).toMatchObject({
      ...articleBody(),
      title: 'Été à Paris — 100% yours!',
      slug: 'ete-a-paris-100-yours',
    });
    const list = await server.call('GET /api/articles');
    expect(article).toEqual({
      ...list.body[0],
      state: 'published',
      author: { _id: expect.any(String), name: expect.any(String) },
      updated: expect.any(String),
      cover_id: null,
      cover_alt: '',
    });
  });

  it('does not count on from a number that a user chose for a slug of their own', async () => {
    const { _id } = await create({ title: 'Counted' });
    const chosen = ['counted-9007199254740991', 'counted-1e3', 'counted-007'];
    for (const slug of chosen) {
      const { status } = await server.call(`PATCH /api/articles/${_id}`, { token, body: { slug } });
      expect(status).toBe(200);
    }
    const made = [await create({ title: 'Counted' }), await create({ title: 'Counted' })];
    expect(made.map(({ slug }) => slug)).toEqual(['counted-2', 'counted-3']);
  });

  it('gives articles of one title slugs of their own, also when 100 are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => create({ title: 'Same title' })));
    const slugs = new Set(made.map(({ slug }) => slug));
    expect(slugs.size).toBe(100);
    expect(slugs).toContain('same-title');
    expect(slugs).toContain('same-title-100');
  });

  it('names every field that is missing, and stores nothing', async () => {
    const before = await server.call('GET /api/articles');
    const { status, body } = await server.call('POST /api/articles', { token, body: { title: '  ' } });
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [
        { msg: 'Title is required', field: 'title' },
        { msg: 'Url is required', field: 'url' },
        { msg: 'Snippet is required', field: 'snippet' },
        { msg: 'Text is required', field: 'text' },
      ],
      msg: 'Title is required',
    });
    expect((await server.call('GET /api/articles')).body).toEqual(before.body);
  });

  it.each(['javascript:alert(1)', 'ftp://example.com', 'www.example.com', '//example.com'])(
    'rejects %s as a url',
    async (url) => {
      const { status, body } = await server.call('POST /api/articles', { token, body: articleBody({ url }) });
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0].field).toBe('url');
    },
  );

  it('accepts a text of 200,000 characters and no longer one', async () => {
    await create({ text: 'a'.repeat(200_000) });
    const chinese = '漢'.repeat(200_000);
    expect((await create({ text: chinese })).text).toBe(chinese);
    const escaped = JSON.stringify(articleBody({ text: '漢' })).replace('漢', '\\u6f22'.repeat(200_000));
    const answer = await server.call('POST /api/articles', { token, body: escaped });
    expect(answer.status).toBe(200);
    expect(answer.body.text).toBe(chinese);
    const { status } = await server.call('POST /api/articles', {
      token,
      body: articleBody({ text: 'a'.repeat(200_001) }),
    });
    expect(status).toBe(400);
  });

  it('ignores fields that it does not know', async () => {
    const article = await create({ title: 'Extra', slug: 'mine', _id: 'x', version: 7 });
    expect(article.slug).toBe('extra');
  });

  it('is for signed-in people', async () => {
    const without = await server.call('POST /api/articles', { body: articleBody() });
    expect(without).toMatchObject({ status: 401, body: { msg: 'No token, authorization denied' } });
    const dead = await server.call('POST /api/articles', { token: 'dead', body: articleBody() });
    expect(dead).toMatchObject({ status: 401, body: { msg: 'Token is not valid' } });
  });
});
