import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'Ana Author' });
});
afterAll(() => server.stop());

const missing = '0190a0b0-0000-7000-8000-000000000000';

const write = (text = 'Open house on Sunday', by = token) =>
  server.made('POST /api/posts', { token: by, body: { text } });
const read = async (id: string, by = token) =>
  (await server.call(`GET /api/posts/${id}`, { token: by })).body;
const comment = (id: string, text: string, by = token) =>
  server.call(`POST /api/posts/comment/${id}`, { token: by, body: { text } });

const onPost = (id: string) => [
  { key: `GET /api/posts/${id}` },
  { key: `PATCH /api/posts/${id}`, body: { text: 'x' } },
  { key: `DELETE /api/posts/${id}` },
  { key: `PUT /api/posts/like/${id}` },
  { key: `PUT /api/posts/unlike/${id}` },
  { key: `GET /api/posts/${id}/likes` },
  { key: `GET /api/posts/${id}/comments` },
  { key: `POST /api/posts/comment/${id}`, body: { text: 'x' } },
  { key: `DELETE /api/posts/comment/${id}/${missing}` },
];

describe('posts', () => {
  it('go to the top of the feed with their author', async () => {
    const post = await write('First');
    expect(post).toMatchObject({
      text: 'First',
      name: 'Ana Author',
      avatar: null,
      likes: [],
      comments: [],
      likeCount: 0,
      commentCount: 0,
      liked: false,
      pinned: false,
      edited: null,
    });
    const { body } = await server.call('GET /api/posts', { token });
    expect(body[0]).toEqual(post);
    expect(await read(post._id)).toEqual(post);
  });

  it('keep text of any kind as it was typed', async () => {
    const text = '<script>alert(1)</script> **bold** 🏡 שלום \n\n  [1,2] {"a":1}';
    expect((await write(text)).text).toBe(text);
    expect((await comment((await write())._id, text)).body[0].text).toBe(text);
  });

  it.each([
    {},
    { text: '' },
    { text: '  \n ' },
    { text: '\u200b\u2060' },
    { text: 5 },
    { text: 'a'.repeat(5001) },
    { text: 'a\0b' },
  ])('are rejected as %j', async (body) => {
    const answer = await server.call('POST /api/posts', { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe('text');
  });

  it('have comments of at most 2,000 characters', async () => {
    const { _id } = await write();
    const { status, body } = await comment(_id, 'a'.repeat(2001));
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'text', msg: 'Text must be at most 2,000 characters' }]);
    expect(await read(_id)).toMatchObject({ commentCount: 0 });
    expect((await comment(_id, 'a'.repeat(2000))).status).toBe(200);
  });

  it('come in pages that the Link header names, none twice and none left out', async () => {
    const reader = await makeUser(server.db);
    const by = await openSession(server.db, reader.id, { userAgent: 'test', address: '127.0.0.1' });
    const written: string[] = [];
    for (let number = 0; number < 5; number++) written.unshift((await write(`Post ${number}`, by))._id);
    const seen: string[] = [];
    let path: string | undefined = `/api/posts?limit=2&user=${reader.id}`;
    while (path) {
      const { body, headers } = await server.call(`GET ${path}`, { token });
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ _id }: { _id: string }) => _id));
      path = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(written);
  });

  it('are edited by their author alone, and marked', async () => {
    const { _id } = await write('Old');
    const edited = await server.call(`PATCH /api/posts/${_id}`, { token, body: { text: 'New' } });
    expect(edited.body).toMatchObject({ text: 'New', edited: expect.any(String) });
    const other = await makeToken(server.db, { admin: true });
    const rejected = await server.call(`PATCH /api/posts/${_id}`, { token: other, body: { text: 'Mine' } });
    expect(rejected).toMatchObject({ status: 403, body: { msg: 'User not authorized' } });
    expect((await read(_id)).text).toBe('New');
  });

  it('are deleted by their author or an admin, with likes and comments', async () => {
    const { _id } = await write();
    await server.call(`PUT /api/posts/like/${_id}`, { token });
    await comment(_id, 'Bye');
    const other = await makeToken(server.db);
    expect((await server.call(`DELETE /api/posts/${_id}`, { token: other })).status).toBe(403);
    const { status, body } = await server.call(`DELETE /api/posts/${_id}`, { token });
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Post removed' } });
    expect((await server.call(`GET /api/posts/${_id}`, { token })).status).toBe(404);

    const second = await write();
    const admin = await makeToken(server.db, { admin: true });
    expect((await server.call(`DELETE /api/posts/${second._id}`, { token: admin })).status).toBe(200);
  });

  it('are pinned by admins', async () => {
    const { _id } = await write('Office closed on Friday');
    const admin = await makeToken(server.db, { admin: true });
    expect((await server.call(`PUT /api/posts/pin/${_id}`, { token })).status).toBe(403);
    expect((await server.call(`PUT /api/posts/pin/${_id}`, { token: admin })).body.pinned).toBe(true);
    expect((await server.call('GET /api/posts?pinned=true', { token })).body).toMatchObject([{ _id }]);
    expect((await server.call(`DELETE /api/posts/pin/${_id}`, { token: admin })).body.pinned).toBe(false);
    expect((await server.call('GET /api/posts?pinned=true', { token })).body).toEqual([]);
  });

  it('answer 404 where there is none, 401 without a token', async () => {
    for (const id of [missing, 'not-an-id']) {
      for (const { key, body } of onPost(id)) {
        const answer = await server.call(key, { token, body });
        expect({ key, status: answer.status, msg: answer.body.msg }).toEqual({
          key,
          status: 404,
          msg: 'Post not found',
        });
      }
    }
    for (const { key, body } of onPost(missing)) expect((await server.call(key, { body })).status).toBe(401);
  });
});

describe('likes', () => {
  it('are answered newest first and counted once', async () => {
    const { _id } = await write();
    const first = await makeUser(server.db);
    const by = await openSession(server.db, first.id, { userAgent: 'test', address: '127.0.0.1' });
    await server.call(`PUT /api/posts/like/${_id}`, { token: by });
    const { body } = await server.call(`PUT /api/posts/like/${_id}`, { token });
    expect(body).toHaveLength(2);
    expect(body[1].user).toBe(first.id);
    expect(await read(_id)).toMatchObject({ likes: body, likeCount: 2, liked: true });
    expect(await read(_id, await makeToken(server.db))).toMatchObject({ likeCount: 2, liked: false });

    const again = await server.call(`PUT /api/posts/like/${_id}`, { token });
    expect(again).toMatchObject({ status: 400, body: { errors: [{ msg: 'Post already liked' }] } });
    const unliked = await server.call(`PUT /api/posts/unlike/${_id}`, { token });
    expect(unliked.body).toEqual([body[1]]);
    const twice = await server.call(`PUT /api/posts/unlike/${_id}`, { token });
    expect(twice).toMatchObject({ status: 400, body: { errors: [{ msg: 'Post has not yet been liked' }] } });
    expect((await read(_id)).likeCount).toBe(1);
  });

  it('of one member in 100 parallel calls are one', async () => {
    const { _id } = await write();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.call(`PUT /api/posts/like/${_id}`, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    const post = await read(_id);
    expect(post.likeCount).toBe(1);
    expect(post.likes).toHaveLength(1);
  });

  it('show mine among the twenty of a list, however many are newer', async () => {
    const { _id } = await write();
    const { body } = await server.call(`PUT /api/posts/like/${_id}`, { token });
    for (let number = 0; number < 21; number++) {
      await server.call(`PUT /api/posts/like/${_id}`, { token: await makeToken(server.db) });
    }
    const list = await server.call('GET /api/posts?limit=1', { token });
    expect(list.body[0].likes).toHaveLength(20);
    expect(list.body[0].likes).toContainEqual(body[0]);
    expect(list.body[0].likeCount).toBe(22);
  });
});

describe('comments', () => {
  it('are answered newest first, three of them in the feed', async () => {
    const { _id } = await write();
    for (const text of ['one', 'two', 'three']) await comment(_id, text);
    const { body } = await comment(_id, 'four');
    const texts = (list: { text: string }[]) => list.map(({ text }) => text);
    expect(texts(body)).toEqual(['four', 'three', 'two', 'one']);
    expect(body[0]).toMatchObject({ name: 'Ana Author', avatar: null });
    const [inFeed] = (await server.call('GET /api/posts?limit=1', { token })).body;
    expect(texts(inFeed.comments)).toEqual(['four', 'three', 'two']);
    expect(inFeed.commentCount).toBe(4);
    expect((await read(_id)).comments).toEqual(body);
  });

  it('past the hundredth are behind the Link header', async () => {
    const { _id } = await write();
    for (let number = 0; number < 101; number++) await comment(_id, `Comment ${number}`);
    const { body, headers } = await server.call(`GET /api/posts/${_id}`, { token });
    expect(body.comments).toHaveLength(100);
    const next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    const rest = await server.call(`GET ${next}`, { token });
    expect(rest.body).toMatchObject([{ text: 'Comment 0' }]);
    expect(rest.headers.get('link')).toBeNull();
  });

  it('are removed by their author or an admin, from the post that they are on', async () => {
    const { _id } = await write();
    const other = await makeToken(server.db);
    const [made] = (await comment(_id, 'Mine')).body;
    await comment(_id, 'Stays');
    const path = `DELETE /api/posts/comment/${_id}/${made._id}`;
    expect((await server.call(path, { token: other })).status).toBe(403);
    const elsewhere = await write();
    const wrong = await server.call(`DELETE /api/posts/comment/${elsewhere._id}/${made._id}`, { token });
    expect(wrong).toMatchObject({ status: 404, body: { msg: 'Comment not found' } });
    expect((await read(elsewhere._id)).commentCount).toBe(0);
    expect((await server.call(path, { token })).body).toMatchObject([{ text: 'Stays' }]);
    expect((await server.call(path, { token })).status).toBe(404);
    expect((await read(_id)).commentCount).toBe(1);
  });

  it('outlive their author', async () => {
    const { _id } = await write();
    const leaver = await makeUser(server.db);
    const by = await openSession(server.db, leaver.id, { userAgent: 'test', address: '127.0.0.1' });
    await comment(_id, 'I was here', by);
    await server.db.deleteFrom('users').where('id', '=', leaver.id).execute();
    expect((await read(_id)).comments).toMatchObject([
      { text: 'I was here', name: 'Former member', user: null },
    ]);
  });
});

describe('limits', () => {
  it.each([
    ['10 posts', 10, (_id: string) => 'POST /api/posts'],
    ['20 comments', 20, (id: string) => `POST /api/posts/comment/${id}`],
    ['60 likes', 60, (id: string) => `PUT /api/posts/like/${id}`],
  ])('let a member make %s a minute', async (_what, limit, keyOf) => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    onTestFinished(() => limited.stop());
    const written = { token: await makeToken(limited.db), body: { text: 'Something' } };
    const { _id } = (await limited.call('POST /api/posts', written)).body;
    const make = (by: string) => limited.call(keyOf(_id), { token: by, body: { text: 'Again' } });
    const by = await makeToken(limited.db);
    // Rejected repeated likes count as well.
    for (let number = 0; number < limit; number++) expect([200, 400]).toContain((await make(by)).status);
    const rejected = await make(by);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await make(await makeToken(limited.db))).status).toBe(200);
  });
});

describe('counts', () => {
  it('equal their rows after a random concurrent workload', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeToken(server.db)));
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await write())._id));
    const anyOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)];
    const commentAndThinkBetter = async (id: string | undefined, text: string, by: string | undefined) => {
      const made = await comment(id ?? '', text, by);
      const own = made.body.find((each: { text: string }) => each.text === text);
      const path = `DELETE /api/posts/comment/${id}/${own._id}`;
      const [removed] = await Promise.all([server.call(path, { token: by }), comment(id ?? '', 'stays', by)]);
      return removed;
    };
    const call = (number: number) => {
      const id = anyOf(ids);
      const by = anyOf(people);
      if (number % 5 === 0) return commentAndThinkBetter(id, `Comment ${number}`, by);
      const keys = [
        `PUT /api/posts/like/${id}`,
        `PUT /api/posts/unlike/${id}`,
        `POST /api/posts/comment/${id}`,
      ];
      return server.call(anyOf(keys) ?? '', { token: by, body: { text: 'x' } });
    };
    const answers = [];
    // Thirty at once, ten times: PostgreSQL has connections for fewer, and a wait for one has its limit.
    for (let round = 0; round < 10; round++) {
      answers.push(...(await Promise.all(Array.from({ length: 30 }, (_, i) => call(30 * round + i)))));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    for (const id of ids) {
      const { likeCount, commentCount } = await read(id);
      const count = async (table: 'post_likes' | 'comments') =>
        (await server.db.selectFrom(table).select('id').where('post_id', '=', id).execute()).length;
      expect({ likeCount, commentCount }).toEqual({
        likeCount: await count('post_likes'),
        commentCount: await count('comments'),
      });
    }
  });
});
