import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
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

const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call(`PATCH /api/articles/${id}`, { token, body, headers });

const stored = async (id: string) => (await server.call(`GET /api/articles/all/${id}`, { token })).body;

const missing = { status: 404, body: { errors: [{ msg: 'Article not found' }], msg: 'Article not found' } };

describe('PATCH /api/articles/:id', () => {
  it.each([
    { title: 'Another title' },
    { url: 'http://example.com/other?x=1#y' },
    { snippet: 'Another snippet.' },
    { text: 'Another text.' },
    { slug: 'another-slug' },
    {},
  ])('changes %j and leaves the rest as it is', async (change) => {
    const article = await create();
    const { status, body } = await patch(article._id, change);
    expect(status).toBe(200);
    expect(body).toEqual({ ...article, ...change, updated: body.updated });
    expect(await stored(article._id)).toEqual(body);
  });

  it('accepts the whole article as the editor sends it back, and ignores what it does not know', async () => {
    const article = await create();
    const { state: _, ...known } = article;
    const sent = {
      ...known,
      title: 'Whole',
      _id: newId(),
      date: '1999-01-01T00:00:00.000Z',
      version: 99,
      extra: 1,
    };
    const { status, body } = await patch(article._id, sent);
    expect(status).toBe(200);
    expect(body).toEqual({ ...article, title: 'Whole', updated: body.updated });
  });

  it.each([
    [{ title: '' }, 'Title is required', 'title'],
    [{ title: null }, 'Title is required', 'title'],
    [{ title: 7 }, 'Title must be text', 'title'],
    [{ title: 'a'.repeat(201) }, 'Title must be at most 200 characters', 'title'],
    [{ title: 'a\0b' }, 'Title contains characters that cannot be stored', 'title'],
    [{ title: 'a\ud800b' }, 'Title contains characters that cannot be stored', 'title'],
    [{ snippet: ['a'] }, 'Snippet must be text', 'snippet'],
    [{ snippet: 'a'.repeat(501) }, 'Snippet must be at most 500 characters', 'snippet'],
    [{ text: '\n\t ' }, 'Text is required', 'text'],
    [{ text: { a: 1 } }, 'Text must be text', 'text'],
    [{ url: 'javascript:alert(1)' }, 'Url must be a web address starting with https:// or http://', 'url'],
    [{ url: true }, 'Url must be text', 'url'],
    [{ slug: 'Not A Slug' }, 'Slug can have only lowercase letters, digits, and single hyphens', 'slug'],
    [{ slug: 'a'.repeat(101) }, 'Slug must be at most 100 characters', 'slug'],
    [{ slug: '' }, 'Slug is required', 'slug'],
  ])('rejects %j and changes nothing', async (change, msg, field) => {
    const article = await create();
    const { status, body } = await patch(article._id, { snippet: 'Not kept.', ...change });
    expect(status).toBe(400);
    expect(body.msg).toBe(msg);
    expect(body.errors[0]).toEqual({ msg, field });
    expect(await stored(article._id)).toEqual(article);
  });

  it.each(['[]', '"text"', '7', 'null', '{"title":', '{"__proto__":{"title":"x"}}'])(
    'survives the body %s',
    async (body) => {
      const article = await create();
      const { status } = await patch(article._id, body);
      expect(status).toBeLessThan(500);
      expect(await stored(article._id)).toEqual({ ...article, updated: expect.any(String) });
    },
  );

  it('leaves the slug alone when the title changes', async () => {
    const { _id } = await create({ title: 'Stays where it is' });
    const { body } = await patch(_id, { title: 'Called something else' });
    expect(body.slug).toBe('stays-where-it-is');
  });

  it('rejects the slug of another article, and one that another article had', async () => {
    const other = await create({ title: 'Owner' });
    await patch(other._id, { slug: 'owner-now' });
    const article = await create({ title: 'Claimant' });
    for (const slug of ['owner', 'owner-now']) {
      const { status, body } = await patch(article._id, { slug, title: 'Not kept' });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ msg: 'Slug is already taken', field: 'slug' }]);
    }
    expect(await stored(article._id)).toEqual(article);
  });

  it('lets an article have its own former slug back', async () => {
    const { _id } = await create({ title: 'There and back' });
    await patch(_id, { slug: 'there' });
    const { status, body } = await patch(_id, { slug: 'there-and-back' });
    expect(status).toBe(200);
    expect(body.slug).toBe('there-and-back');
    expect((await server.call('GET /articles/there-and-back')).status).toBe(200);
    expect((await server.call('GET /articles/there')).headers.get('location')).toBe(
      '/articles/there-and-back',
    );
  });

  it('gives a slug to one of many articles that want it at the same time', async () => {
    const articles = await Promise.all(Array.from({ length: 10 }, () => create()));
    const answers = await Promise.all(articles.map(({ _id }) => patch(_id, { slug: 'wanted-by-all' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  it('loses no change: an older version is rejected', async () => {
    const { _id } = await create();
    const etag = (await server.call(`GET /api/articles/${_id}`)).headers.get('etag') ?? '';
    const first = await patch(_id, { snippet: 'First.' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    const second = await patch(_id, { title: 'Lost' }, { 'if-match': etag });
    expect(second).toMatchObject({
      status: 412,
      body: { msg: 'Article has been changed by someone else in the meantime' },
    });
    expect(await stored(_id)).toEqual(first.body);
    const third = await patch(_id, { title: 'Third' }, { 'if-match': first.headers.get('etag') ?? '' });
    expect(third.status).toBe(200);
  });

  it.each([
    ['*', 200],
    [' * ', 200],
    ['W/"v1"', 200],
    ['"v1.whatever-else-it-held"', 200],
    ['"v1", "v3.x"', 200],
    ['"v0","a,b" , W/"v1.x,y"', 200],
    ['"v0", "v2"', 412],
    ['"v0"', 412],
    ['"something"', 412],
    ['v1', 412],
    ['"v99999999999999999999"', 412],
  ])('answers If-Match: %s with %d', async (header, status) => {
    const { _id } = await create();
    expect((await patch(_id, { title: 'x' }, { 'if-match': header })).status).toBe(status);
  });

  it('answers 404 to a malformed id and to one of no article, also with If-Match', async () => {
    expect(await patch('42', { title: 'x' })).toMatchObject(missing);
    expect(await patch(newId(), { title: 'x' })).toMatchObject(missing);
    expect(await patch(newId(), { title: 'x' }, { 'if-match': '"v1"' })).toMatchObject(missing);
  });

  it('is for signed-in people', async () => {
    const { _id } = await create();
    const call = `PATCH /api/articles/${_id}`;
    expect((await server.call(call, { body: { title: 'x' } })).status).toBe(401);
    expect((await server.call(call, { token: 'dead', body: { title: 'x' } })).status).toBe(401);
  });
});

describe('DELETE /api/articles/:id', () => {
  it('deletes the article, its page and its redirects, and frees its slugs', async () => {
    const { _id } = await create({ title: 'To be deleted' });
    await patch(_id, { slug: 'deleted-soon' });
    await server.call('GET /articles/deleted-soon');
    const { status, body } = await server.call(`DELETE /api/articles/${_id}`, { token });
    expect(status).toBe(200);
    expect(body).toEqual({ msg: 'Article deleted' });
    expect(await server.call(`GET /api/articles/${_id}`)).toMatchObject(missing);
    expect((await server.call('GET /articles/deleted-soon')).status).toBe(404);
    expect((await server.call('GET /articles/to-be-deleted')).status).toBe(404);
    expect((await create({ title: 'To be deleted' })).slug).toBe('to-be-deleted');
  });

  it('accepts an empty body that says it is JSON', async () => {
    const { _id } = await create();
    const { status } = await server.call(`DELETE /api/articles/${_id}`, {
      token,
      body: '',
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(200);
  });

  it('answers 404 to a malformed id, to one of no article and to the second time', async () => {
    expect(await server.call('DELETE /api/articles/42', { token })).toMatchObject(missing);
    expect(await server.call(`DELETE /api/articles/${newId()}`, { token })).toMatchObject(missing);
    const { _id } = await create();
    await server.call(`DELETE /api/articles/${_id}`, { token });
    expect(await server.call(`DELETE /api/articles/${_id}`, { token })).toMatchObject(missing);
  });

  it('is for signed-in people', async () => {
    const { _id } = await create();
    expect((await server.call(`DELETE /api/articles/${_id}`)).status).toBe(401);
    expect((await stored(_id))._id).toBe(_id);
  });
});

describe('with CONTENT_EDITORS=admins', () => {
  it('lets members read and admins write', async () => {
    const strict = await testServer({ CONTENT_EDITORS: 'admins' });
    try {
      const member = await makeToken(strict.db);
      const admin = await makeToken(strict.db, { admin: true });
      const { body: article } = await strict.call('POST /api/articles', {
        token: admin,
        body: articleBody(),
      });
      const rejected = { status: 403, body: { errors: [{ msg: 'User not authorized' }] } };
      const address = `/api/articles/${article._id}`;
      expect(await strict.call('POST /api/articles', { token: member, body: articleBody() })).toMatchObject(
        rejected,
      );
      expect(await strict.call(`PATCH ${address}`, { token: member, body: { title: 'x' } })).toMatchObject(
        rejected,
      );
      expect(await strict.call(`DELETE ${address}`, { token: member })).toMatchObject(rejected);
      expect(article).toMatchObject((await strict.call(`GET ${address}`, { token: member })).body);
      for (const call of ['GET /api/articles/all', `GET ${address.replace('articles/', 'articles/all/')}`])
        expect(await strict.call(call, { token: member })).toMatchObject(rejected);
      expect((await strict.call(`PATCH ${address}`, { token: admin, body: { title: 'x' } })).status).toBe(
        200,
      );
      expect((await strict.call(`DELETE ${address}`, { token: admin })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
