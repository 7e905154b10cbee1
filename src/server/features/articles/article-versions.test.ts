import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;
let otherToken: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'First Writer' });
  otherToken = await makeToken(server.db, { name: 'Second Writer' });
});
afterAll(() => server.stop());

const create = async (given: object = {}) =>
  (await server.call('POST /api/articles', { token, body: articleBody(given) })).body;
const patch = (id: string, body: object, by = token) =>
  server.call(`PATCH /api/articles/${id}`, { token: by, body });
const versions = async (id: string) =>
  (await server.call(`GET /api/articles/versions/${id}`, { token })).body;

describe('the versions of an article', () => {
  it('hold what it was before each change, who had saved that and when, newest first', async () => {
    const article = await create({ title: 'One', text: 'First text.' });
    expect(await versions(article._id)).toEqual([]);
    const { body: second } = await patch(article._id, { title: 'Two', text: 'Second text.' }, otherToken);
    await patch(article._id, { title: 'Three', slug: `three-${article._id}` });
    const list = await versions(article._id);
    expect(list).toMatchObject([
      { title: 'Two', author: { name: 'Second Writer' }, date: second.updated },
      { title: 'One', author: { name: 'First Writer' }, date: article.updated, slug: article.slug },
    ]);
    expect(list[0]).not.toHaveProperty('text');
    const { body: one } = await server.call(`GET /api/articles/versions/${article._id}/${list[1]._id}`, {
      token,
    });
    expect(one).toEqual({ ...list[1], text: 'First text.' });
  });

  it('and the present one names its last saver, where that is not its author', async () => {
    const article = await create();
    const present = async () => (await server.call(`GET /api/articles/all/${article._id}`, { token })).body;
    expect(await present()).toEqual(article);
    const { body } = await patch(article._id, { title: 'Two' }, otherToken);
    expect(body).not.toHaveProperty('savedBy');
    expect(await present()).toEqual({ ...body, savedBy: { _id: expect.any(String), name: 'Second Writer' } });
    await server.db.updateTable('articles').set({ saved_by: null }).where('id', '=', article._id).execute();
    expect(await present()).toEqual({ ...body, savedBy: null });
    await patch(article._id, { title: 'Three' });
    expect(await present()).not.toHaveProperty('savedBy');
  });

  it('are not made by a save that changes nothing, or only the state', async () => {
    const article = await create();
    await patch(article._id, {});
    await patch(article._id, { title: article.title, text: article.text });
    await patch(article._id, { state: 'draft' });
    expect(await versions(article._id)).toEqual([]);
  });

  it('are the last 50, and each of many changes at once makes one', async () => {
    const article = await create();
    const titles = Array.from({ length: 60 }, (_, index) => `Title ${index + 1}`);
    await Promise.all(titles.map((title) => patch(article._id, { title })));
    const list: { title: string }[] = await versions(article._id);
    expect(list).toHaveLength(50);
    const now = (await server.call(`GET /api/articles/${article._id}`)).body;
    const all = [now.title, ...list.map(({ title }) => title)];
    expect(new Set(all).size).toBe(51);
  });

  it('are fewer the older they are', async () => {
    const article = await create();
    for (let n = 1; n <= 6; n++) await patch(article._id, { title: `Title ${n}` });
    const rows = await versions(article._id);
    expect(rows).toHaveLength(6);
    const hour = Math.floor((Date.now() - 36 * 3_600_000) / 3_600_000) * 3_600_000;
    for (const [index, { _id }] of rows.slice(1).entries()) {
      await server.db
        .updateTable('article_versions')
        .set({ saved_at: new Date(hour + (10 - index) * 60_000).toISOString() })
        .where('id', '=', _id)
        .execute();
    }
    await patch(article._id, { title: 'Title 7' });
    const titles = (await versions(article._id)).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Title 6', 'Title 5', 'Title 4']);
  });

  it('have 10 MB at most', async () => {
    const textOf = (n: number) => `${n} ${'文'.repeat(199_000)}`;
    const article = await create({ text: textOf(0) });
    for (let n = 1; n <= 18; n++) await patch(article._id, { text: textOf(n) });
    const rows = await versions(article._id);
    expect(rows).toHaveLength(16);
    const { body } = await server.call(`GET /api/articles/versions/${article._id}/${rows[0]._id}`, { token });
    expect(body.text).toBe(textOf(17));
  });

  it('can be restored: that is recorded, and the former content is saved', async () => {
    const article = await create({ title: 'Good', text: 'Good text.', state: 'draft' });
    await patch(article._id, { title: 'Bad', text: 'Bad text.', slug: `bad-${article._id}` });
    const [good] = await versions(article._id);
    const { status, body, headers } = await server.call(
      `POST /api/articles/versions/${article._id}/${good._id}/restore`,
      { token: otherToken },
    );
    expect(status).toBe(200);
    expect(body).toEqual({ ...article, updated: body.updated });
    expect(headers.get('etag')).toBe('"v3"');
    expect((await versions(article._id))[0]).toMatchObject({ title: 'Bad' });
    const event = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', article._id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(event).toMatchObject({ actor_name: 'Second Writer', action: 'article.restored' });
  });

  it('are gone with the article, and are those of their article only', async () => {
    const article = await create();
    const other = await create();
    await patch(article._id, { title: 'Changed' });
    const [version] = await versions(article._id);
    for (const [id, versionId, msg] of [
      [other._id, version._id, 'Version not found'],
      [article._id, newId(), 'Version not found'],
      [article._id, '42', 'Version not found'],
      ['42', version._id, 'Article not found'],
    ]) {
      const address = `/api/articles/versions/${id}/${versionId}`;
      expect(await server.call(`GET ${address}`, { token })).toMatchObject({ status: 404, body: { msg } });
      expect((await server.call(`POST ${address}/restore`, { token })).status).toBe(404);
    }
    await server.call(`DELETE /api/articles/${article._id}`, { token });
    const gone = await server.call(`GET /api/articles/versions/${article._id}`, { token });
    expect(gone).toMatchObject({ status: 404, body: { msg: 'Article not found' } });
    const rows = await server.db
      .selectFrom('article_versions')
      .select('id')
      .where('article_id', '=', article._id)
      .execute();
    expect(rows).toEqual([]);
  });
});
