import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, testPassword } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { statementsOf, syncsOf } from '../../../../test/statements.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';

let server: TestServer;
let author: { id: string; token: string };
let reader: { id: string; token: string };
let post: string;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on', STORAGE_TEXTS_MB: '1' });
});
afterAll(() => server.stop());

async function makeMember() {
  const { id } = await makeUser(server.db);
  return { id, token: await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' }) };
}

beforeEach(async () => {
  [author, reader] = [await makeMember(), await makeMember()];
  post = (await server.call('POST /api/posts', { token: author.token, body: { text: 'Open house' } })).body
    ._id;
  // As after their first post or comment, which adds up the earlier texts.
  await server.db.updateTable('users').set({ feed_bytes: 0 }).execute();
});

const keyed = { 'idempotency-key': crypto.randomUUID() };
const like = () => server.call(`PUT /api/posts/like/${post}`, { token: reader.token });
const writePost = (headers = {}) =>
  server.call('POST /api/posts', { token: author.token, body: { text: 'A lockbox' }, headers });

describe('with its rate limit, one transaction and one sync to disk is', () => {
  it.each([
    ['a post', 12, () => writePost()],
    ['a post with an idempotency key', 15, () => writePost(keyed)],
    [
      'a change of a post',
      14,
      () => server.call(`PATCH /api/posts/${post}`, { token: author.token, body: { text: 'Closed' } }),
    ],
    [
      'a comment',
      13,
      () => server.call(`POST /api/posts/comment/${post}`, { token: reader.token, body: { text: 'Thanks' } }),
    ],
    ['a like', 11, like],
    [
      'a like that is taken back',
      12,
      async () => {
        await server.db
          .insertInto('post_likes')
          .values({ id: post, post_id: post, user_id: reader.id, created_at: new Date().toISOString() })
          .execute();
        return server.call(`PUT /api/posts/unlike/${post}`, { token: reader.token });
      },
    ],
  ])('%s', async (name, max, write) => {
    let status = 0;
    const all = await statementsOf(async () => {
      status = (await write()).status;
    });
    expect(status).toBe(200);
    const statements = name === 'a like that is taken back' ? all.slice(1) : all;
    const listed = statements.map(({ sql }) => sql);
    expect(syncsOf(statements), listed.join('\n')).toBe(1);
    expect(listed.length, listed.join('\n')).toBeLessThanOrEqual(max);
    // Whatever a member has written before.
    expect(listed.filter((sql) => /sum\(bytes\).*from "(posts|comments)"/.test(sql))).toEqual([]);
  });

  it('signing in, beside the count of the try', async () => {
    const { email } = await makeUser(server.db);
    const statements = await statementsOf(async () => {
      const answer = await server.call('POST /api/auth', { body: { email, password: testPassword } });
      expect(answer.status).toBe(200);
    });
    expect(statements.filter(({ sql }) => /^insert into "rate_limits"/.test(sql))).toHaveLength(1);
    expect(statements.filter(({ sql }) => /^update "rate_limits"/.test(sql))).toHaveLength(1);
    expect(syncsOf(statements)).toBe(2);
  });
});

describe('the hit of a call', () => {
  const hitsOf = async (key: string) =>
    (await server.db.selectFrom('rate_limits').select('hits').where('key', '=', key).executeTakeFirst())
      ?.hits;

  it('counts once, whether the call succeeds or fails', async () => {
    expect((await like()).status).toBe(200);
    expect(await hitsOf(`like:${reader.id}`)).toBe(1);
    expect((await like()).status).toBe(400);
    expect(await hitsOf(`like:${reader.id}`)).toBe(2);
    const missing = `PUT /api/posts/like/${crypto.randomUUID()}`;
    expect((await server.call(missing, { token: reader.token })).status).toBe(404);
    expect(await hitsOf(`like:${reader.id}`)).toBe(3);
  });
});

describe('the room for posts and comments', () => {
  const feedBytes = async () =>
    (
      await server.db
        .selectFrom('users')
        .select('feed_bytes')
        .where('id', '=', author.id)
        .executeTakeFirstOrThrow()
    ).feed_bytes;

  it('is added up anew when the sum, which counts no deletion, says that it is used up', async () => {
    await server.db.updateTable('users').set({ feed_bytes: 999_999 }).where('id', '=', author.id).execute();
    expect((await writePost()).status).toBe(200);
    expect(await feedBytes()).toBeLessThan(200_000);
  });

  it('is used up by what the member wrote', async () => {
    await server.db
      .updateTable('posts')
      .set({ text: 'x'.repeat(999_000) })
      .where('id', '=', post)
      .execute();
    await server.db.updateTable('users').set({ feed_bytes: null }).where('id', '=', author.id).execute();
    const before = await feedBytes();
    const answer = await writePost();
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining('more than 1 MB') } });
    expect(await feedBytes()).toBe(before);
  });
});
