import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken, makeUser } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { bytesOfTexts } from './storage.service.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await testServer({ STORAGE_TEXTS_MB: '2', STORAGE_IMAGES_MB: '1' });
  admin = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

async function makeMember(given: object = {}) {
  const { id } = await makeUser(server.db, given);
  return { id, token: await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' }) };
}
const storage = async () => (await server.call('GET /api/users/storage', { token: admin })).body;
const storageOf = async (id: string) =>
  (await storage()).users.find((user: { _id: string }) => user._id === id) ?? {
    _id: id,
    images: 0,
    texts: 0,
  };
const large = (given: object = {}) => articleBody({ text: 'x'.repeat(200_000), ...given });
const create = (token: string, body: object = large()) => server.call('POST /api/articles', { token, body });

const fullMessage =
  'Your texts would take more than 2 MB. Delete articles, posts or comments you no longer need, or ask an admin for more room.';

describe('the storage for texts', () => {
  it('rejects what does not fit in, says why, and has room again after a deletion', async () => {
    const { token } = await makeMember();
    const made = [];
    for (let n = 0; n < 4; n++) made.push(await create(token));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const full = await create(token);
    expect(full).toMatchObject({ status: 400, body: { errors: [{ msg: fullMessage }] } });
    const id = made[0]?.body._id;
    expect((await server.call(`PATCH /api/articles/${id}`, { token, body: { title: 'New' } })).status).toBe(
      400,
    );
    expect((await server.call(`GET /api/articles/${id}`)).body.title).toBe('What a side costs');
    // Something small still fits, and others are not affected.
    expect((await server.call('POST /api/posts', { token, body: { text: 'Hello' } })).status).toBe(200);
    expect((await create((await makeMember()).token)).status).toBe(200);
    await server.call(`DELETE /api/articles/${id}`, { token });
    expect((await create(token)).status).toBe(200);
  });

  it('is not overrun by writes at once', async () => {
    const { id, token } = await makeMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(6);
    expect((await storageOf(id)).texts).toBeLessThanOrEqual(2_000_000);
  });

  it('counts former versions, each for the user who saved it', async () => {
    const [writer, editor] = [await makeMember(), await makeMember()];
    const { body: article } = await create(writer.token);
    const one = (await storageOf(writer.id)).texts;
    const edit = ({ token }: { token: string }, text: string) =>
      server.call(`PATCH /api/articles/${article._id}`, { token, body: { text } });
    for (const by of [editor, editor, writer])
      expect((await edit(by, `${by.id}${'y'.repeat(200_000 - 36)}`)).status).toBe(200);
    // Former versions have no HTML. The editor's second save changed nothing.
    const version = one - '<p></p>\n'.length - 200_000;
    expect((await storageOf(writer.id)).texts).toBe(one + version);
    expect((await storageOf(editor.id)).texts).toBe(version);
    await server.call(`DELETE /api/articles/${article._id}`, { token: writer.token });
    expect((await storageOf(writer.id)).texts).toBe(0);
  });

  it('counts every text that a member writes, by its bytes in UTF-8', async () => {
    const { id, token } = await makeMember({ admin: true });
    let expected = 0;
    const write = async (key: string, body: object, ...texts: string[]) => {
      const answer = await server.call(key, { token, body });
      expect({ key, status: answer.status }).toEqual({ key, status: 200 });
      expected += bytesOfTexts(...texts);
      expect({ key, texts: (await storageOf(id)).texts }).toEqual({ key, texts: expected });
      return answer.body;
    };
    const post = await write('POST /api/posts', { text: '安家 🏠' }, '安家 🏠');
    await write(`POST /api/posts/comment/${post._id}`, { text: 'Grüße' }, 'Grüße');
    await write(
      'POST /api/testimonials',
      { name: 'Ann', testimonial: 'Süß' },
      'Ann',
      'Süß',
      '<p>Süß</p>\n',
      'Süß',
    );
    const article = articleBody({ text: '文' });
    await write(
      'POST /api/articles',
      article,
      article.title,
      article.snippet,
      '文',
      article.url,
      '<p>文</p>\n',
    );
    const lead = newId();
    await server.db
      .insertInto('contact_requests')
      .values({
        id: lead,
        first_name: 'A',
        last_name: 'B',
        phone: '1',
        email: 'a@example.com',
        status: 'new',
        spam: false,
        overflow: false,
        mail_id: null,
        created_at: now(),
      })
      .execute();
    await write(`POST /api/leads/${lead}/notes`, { text: 'Called' }, 'Called');
    await server.call(`DELETE /api/posts/${post._id}`, { token });
    expect((await storageOf(id)).texts).toBe(expected - bytesOfTexts('安家 🏠') - bytesOfTexts('Grüße'));
  });
});

describe('the storage for images', () => {
  it('counts all sizes of an image, rejects what does not fit in, and leaves others alone', async () => {
    const { id, token } = await makeMember();
    const picture = new Uint8Array(await plainImage().jpeg().toBuffer());
    const { body } = await upload(server, token, picture);
    const first = (await storageOf(id)).images;
    const files = await Promise.all(
      [96, 192, 384].flatMap((width) =>
        ['avif', 'webp', 'jpg'].map(async (format) => {
          const file = await fetch(`${server.url}/images/${body.id}/${width}.${format}`);
          return (await file.arrayBuffer()).byteLength;
        }),
      ),
    );
    expect(first).toBe(files.reduce((sum, bytes) => sum + bytes, 0));
    const msg =
      'Your images would take more than 1 MB. Replace or remove some (room is made within a day), or ask an admin for more room.';
    const fill = (bytes: number) =>
      server.db.updateTable('images').set({ bytes }).where('owner_id', '=', id).execute();
    await fill(1_000_001 - first);
    const rejected = await upload(server, token, picture);
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ msg }] } });
    expect((await storageOf(id)).images).toBe(1_000_001 - first);
    await fill(1_000_000 - first);
    expect((await upload(server, token, picture)).status).toBe(200);
    expect((await upload(server, (await makeMember()).token, picture)).status).toBe(200);
  });

  it('is not overrun by uploads at once, and when it is full nothing is worked on', async () => {
    const { id, token } = await makeMember();
    const picture = new Uint8Array(await plainImage().jpeg().toBuffer());
    await upload(server, token, picture);
    const each = (await storageOf(id)).images;
    const fill = (bytes: number) =>
      server.db.updateTable('images').set({ bytes }).where('owner_id', '=', id).execute();
    await fill(1_000_000 - 2 * each);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(server, token, picture)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await storageOf(id)).images).toBe(1_000_000);
    // Rejected before it is read: otherwise the error would be the wrong type.
    expect((await upload(server, token, 'no image')).status).toBe(400);
  });
});

it('is shown to admins only, with the budgets', async () => {
  expect((await storage()).budgets).toEqual({ images: 1_000_000, texts: 2_000_000 });
  const { token } = await makeMember();
  expect((await server.call('GET /api/users/storage', { token })).status).toBe(403);
});
