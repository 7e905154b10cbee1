import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken, makeUser } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { purgeImages } from '../images/images.service.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const create = async () => (await server.call('POST /api/articles', { token, body: articleBody() })).body;
const address = (id: string) => `/api/articles/working-copy/${id}`;
const read = (id: string, by = token) => server.call(`GET ${address(id)}`, { token: by });
const save = (id: string, body: object, etag?: string | null, by = token) =>
  server.call(`PUT ${address(id)}`, { token: by, body, ...(etag && { headers: { 'if-match': etag } }) });
const discard = (id: string, etag?: string | null) =>
  server.call(`DELETE ${address(id)}`, { token, ...(etag && { headers: { 'if-match': etag } }) });
const nothing = { title: '', slug: '', url: '', snippet: '', text: '', cover_id: null, cover_alt: '' };

describe('the working copy of an article', () => {
  beforeAll(async () => {
    token = await makeToken(server.db);
  });

  it('needs nothing, not even a title, and changes nothing that others see', async () => {
    const article = await create();
    expect(await read(article._id)).toMatchObject({ status: 200, body: { copy: null } });
    const { status, body, headers } = await save(article._id, { text: 'Half a ' });
    expect(status).toBe(200);
    const { body: stored, headers: now } = await read(article._id);
    expect(stored.copy).toEqual({ ...nothing, text: 'Half a', base: null, saved: body.saved });
    expect(now.get('etag')).toContain(headers.get('etag')?.slice(0, -1));
    expect((await server.call(`GET /api/articles/${article._id}`)).body).toMatchObject({
      title: article.title,
      text: article.text,
    });
  });

  it('is there for an article that does not exist yet, one for each editor', async () => {
    const other = await makeToken(server.db);
    await save('new', { title: 'Mine' });
    await save('new', { title: 'Theirs' }, null, other);
    await save('new', { title: 'Mine, more' });
    expect((await read('new')).body.copy.title).toBe('Mine, more');
    expect((await read('new', other)).body.copy.title).toBe('Theirs');
    const { body } = await server.call('GET /api/articles/all?search=Theirs', { token });
    expect(body).toEqual([]);
  });

  it('keeps what the article was when it began, until that is sent anew', async () => {
    const { _id } = await create();
    const base = { ...nothing, title: 'Before', version: 1 };
    await save(_id, { title: 'After', base });
    await save(_id, { title: 'Later' });
    expect((await read(_id)).body.copy).toMatchObject({ title: 'Later', base });
    await save(_id, { title: 'Merged', base: { ...base, version: 2 } });
    expect((await read(_id)).body.copy.base.version).toBe(2);
  });

  it('is not overwritten by a window that has an older one', async () => {
    const { _id } = await create();
    const none = '"v0"';
    expect((await discard(_id, none)).status).toBe(200);
    const first = (await save(_id, { text: 'One' }, none)).headers.get('etag');
    expect((await save(_id, { text: 'Other window' }, none)).status).toBe(412);
    const second = (await save(_id, { text: 'Two' }, first)).headers.get('etag');
    expect((await save(_id, { text: 'Other window' }, first)).status).toBe(412);
    for (const older of [none, first]) expect((await discard(_id, older)).status).toBe(412);
    expect((await read(_id)).body.copy.text).toBe('Two');
    expect((await discard(_id, second)).status).toBe(200);
    // A copy that is created again is another one.
    await save(_id, { text: 'Three' });
    expect((await save(_id, { text: 'Other window' }, first)).status).toBe(412);
  });

  it('is neither read, changed nor discarded by another editor', async () => {
    const { _id } = await create();
    const other = await makeToken(server.db, { admin: true });
    const etag = (await save(_id, { text: 'Mine' })).headers.get('etag');
    expect((await read(_id, other)).body).toEqual({ copy: null });
    expect((await save(_id, { text: 'Theirs' }, etag, other)).status).toBe(412);
    expect((await save(_id, { text: 'Theirs' }, null, other)).status).toBe(200);
    await server.call(`DELETE ${address(_id)}`, { token: other });
    expect((await read(_id)).body.copy.text).toBe('Mine');
  });

  it('waits for an editor who may not edit for a while, and is not to be read meanwhile', async () => {
    const strict = await testServer({ CONTENT_EDITORS: 'admins' });
    const user = await makeUser(strict.db, { admin: true });
    const by = await openSession(strict.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
    const setAdmin = (admin: boolean) =>
      strict.db.updateTable('users').set({ admin }).where('id', '=', user.id).execute();
    const call = (method: string) =>
      strict.call(`${method} ${address('new')}`, {
        token: by,
        ...(method === 'PUT' && { body: { text: 'Half a text' } }),
      });
    expect((await call('PUT')).status).toBe(200);
    await setAdmin(false);
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await call(method)).status).toBe(403);
    await setAdmin(true);
    expect((await call('GET')).body.copy.text).toBe('Half a text');
    await strict.stop();
  });

  it.each<[object, string]>([
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ text: 'x'.repeat(200_001) }, 'text'],
    [{ snippet: 'x'.repeat(501) }, 'snippet'],
    [{ text: 5 }, 'text'],
    [{ title: null }, 'title'],
    [{ cover_id: 'no id' }, 'cover_id'],
    [{ base: { text: 'x'.repeat(200_001), version: 1 } }, 'base.text'],
    [{ base: { text: 'Without a version' } }, 'base.version'],
    [{ base: { version: 0.5 } }, 'base.version'],
    [{ base: 'none' }, 'base'],
  ])('is refused as %o, and stays what it was', async (body, field) => {
    const { _id } = await create();
    await save(_id, { text: 'Before' });
    expect(await save(_id, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect((await read(_id)).body.copy.text).toBe('Before');
  });

  it('takes texts of max length however they are escaped, and nothing larger', async () => {
    const { _id } = await create();
    const text = '文'.repeat(200_000);
    expect((await save(_id, { text, base: { text, version: 1 } })).status).toBe(200);
    expect((await read(_id)).body.copy).toMatchObject({ text, base: { text } });
    expect((await save(_id, { text: 'x'.repeat(2560 * 1024) })).status).toBe(413);
    expect(await save(_id, { text: 'x' }, '"another"')).toMatchObject({
      status: 412,
      body: { msg: expect.stringContaining('Working copy has been changed') },
    });
  });

  it('is changed by one of several requests that begin from the same', async () => {
    const { _id } = await create();
    const etag = (await save(_id, { text: 'Begin' })).headers.get('etag');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => save(_id, { text: `Text ${n}` }, etag)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await read(_id)).body.copy.text).toBe(`Text ${winner}`);
  });

  it('never outlives an article that is deleted while it is saved', async () => {
    const { _id } = await create();
    const [deleted, ...answers] = await Promise.all([
      server.call(`DELETE /api/articles/${_id}`, { token }),
      ...Array.from({ length: 4 }, (_, n) => save(_id, { text: `Text ${n}` })),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const rows = server.db.selectFrom('working_copies').select('id').where('article_id', '=', _id);
    expect(await rows.execute()).toEqual([]);
  });

  it('is one, whatever comes at once', async () => {
    const { _id } = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => save(_id, { text: `Text ${n}` })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const rows = await server.db
      .selectFrom('working_copies')
      .select('id')
      .where('article_id', '=', _id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('goes when it is published, by a save of the article or as a new one', async () => {
    const fields = articleBody();
    await save('new', fields);
    const { _id } = (await server.call('POST /api/articles', { token, body: fields })).body;
    expect((await read('new')).body.copy).toBeNull();
    await save(_id, { ...fields, text: 'Changed.' });
    await server.call(`PATCH /api/articles/${_id}`, { token, body: { snippet: 'Something else.' } });
    expect((await read(_id)).body.copy.text).toBe('Changed.');
    await server.call(`PATCH /api/articles/${_id}`, { token, body: { ...fields, text: 'Changed.' } });
    expect((await read(_id)).body.copy).toBeNull();
  });

  it('stays when only its slug or its cover is not published yet', async () => {
    const { _id, title, url, snippet, text } = await create();
    for (const change of [{ slug: 'another-slug' }, { cover_alt: 'A house' }]) {
      await save(_id, { title, url, snippet, text, ...change });
      await server.call(`PATCH /api/articles/${_id}`, { token, body: { state: 'draft' } });
      expect((await read(_id)).body.copy).toMatchObject(change);
    }
  });

  it('goes with its article, and there is none of one that does not exist', async () => {
    const { _id } = await create();
    await save(_id, { text: 'Lost with it' });
    await server.call(`DELETE /api/articles/${_id}`, { token });
    for (const id of [_id, newId(), 'old']) {
      for (const answer of [await read(id), await save(id, { text: 'x' }), await discard(id)]) {
        expect(answer).toMatchObject({ status: 404, body: { msg: 'Article not found' } });
      }
    }
  });

  it('goes with its editor', async () => {
    const user = await makeUser(server.db);
    const by = await openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
    await save('new', { text: 'By one who leaves' }, null, by);
    expect((await server.call('DELETE /api/profile', { token: by })).status).toBe(200);
    const rows = await server.db
      .selectFrom('working_copies')
      .select('id')
      .where('user_id', '=', user.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('counts for the storage of its editor, by what it grows', async () => {
    const small = await testServer({ STORAGE_TEXTS_MB: '1' });
    const by = await makeToken(small.db);
    const put = (length: number) =>
      small.call(`PUT ${address('new')}`, { token: by, body: { text: '文'.repeat(length) } });
    expect((await put(199_000)).status).toBe(200);
    expect((await put(200_000)).status).toBe(200);
    const { _id } = (await small.call('POST /api/articles', { token: by, body: articleBody() })).body;
    const other = await small.call(`PUT ${address(_id)}`, {
      token: by,
      body: { text: '文'.repeat(150_000) },
    });
    expect(other).toMatchObject({ status: 400, body: { msg: expect.stringContaining('more than 1 MB') } });
    expect((await put(1)).status).toBe(200);
    await small.stop();
  });

  it('never keeps its article from being published for want of storage', async () => {
    const small = await testServer({ STORAGE_TEXTS_MB: '1' });
    const by = await makeToken(small.db);
    const body = articleBody({ text: '文'.repeat(150_000) });
    await small.call(`PUT ${address('new')}`, { token: by, body });
    expect((await small.call('POST /api/articles', { token: by, body })).status).toBe(200);
    await small.stop();
  });

  it('keeps its pictures and its cover from the purge, until they or it are gone', async () => {
    const picture = async () => {
      const bytes = Buffer.from(await plainImage(200, 2).jpeg().toBuffer());
      return (await upload(server, token, bytes, { path: '/api/articles/image' })).body.id;
    };
    const [shown, cover, dropped] = [await picture(), await picture(), await picture()];
    const text = (...ids: string[]) => ids.map((id) => `![](/images/${id}/1440.jpg)`).join('\n\n');
    await save('new', { text: text(shown, dropped), cover_id: cover });
    await save('new', { text: text(shown), cover_id: cover });
    await purgeLater();
    expect([await isServed(shown), await isServed(cover), await isServed(dropped)]).toEqual([
      true,
      true,
      false,
    ]);
    await discard('new');
    await purgeLater();
    expect([await isServed(shown), await isServed(cover)]).toEqual([false, false]);
  });
});

const isServed = async (id: string) => (await server.call(`GET /images/${id}/960.webp`)).status === 200;

/** Two days later, as far as the purge is concerned. */
async function purgeLater(): Promise<void> {
  const purge = () => purgeImages({ db: server.db, images: openImageStore(server.config) });
  await purge();
  await server.db
    .updateTable('images')
    .set({ unused_since: fromNow(-25 * hour) })
    .where('unused_since', 'is not', null)
    .execute();
  await purge();
}

describe('the page of what is being written', () => {
  const preview = (body: object) => server.call('POST /api/articles/page-preview', { token, body });

  it('is the page that readers will see, without scripts, and what links to it show', async () => {
    const body = articleBody({ title: 'A <b>side</b>', text: '**Bold** text' });
    const { status, body: page } = await preview(body);
    expect(status).toBe(200);
    expect(page.html).toContain('A &lt;b&gt;side&lt;/b&gt;');
    expect(page.html).toContain('<strong>Bold</strong> text');
    expect(page.html).toMatch(/<link rel="stylesheet" href="\/assets\/site-[^"]+\.css"\/>/);
    expect(page.html).not.toContain('<script');
    expect(page).toMatchObject({
      title: expect.stringMatching(/^A <b>side<\/b> · /),
      description: body.snippet,
      address: expect.stringMatching(/^http.*\/articles\/a-b-side-b$/),
      image: { url: expect.stringMatching(/\/og\.png$/) },
    });
  });

  it('needs nothing', async () => {
    expect((await preview({})).status).toBe(200);
  });
});
