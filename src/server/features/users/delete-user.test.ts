import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { insertTombstones } from '../../platform/erasures/tombstones.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { finishErasures } from '../personal-data/erase-person.ts';

let server: TestServer;
let admin: string;
let author: string;

beforeAll(async () => {
  server = await testServer();
  admin = await makeToken(server.db, { admin: true });
  author = await makeToken(server.db);
});
afterAll(() => server.stop());

async function makeLeaver() {
  const user = await makeUser(server.db);
  const token = await openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
  return { ...user, token };
}
type Leaver = Awaited<ReturnType<typeof makeLeaver>>;

const write = async (token: string): Promise<string> =>
  (await server.call('POST /api/posts', { token, body: { text: 'Open house' } })).body._id;
const like = (id: string, token: string) => server.call(`PUT /api/posts/like/${id}`, { token });
const comment = (id: string, token: string) =>
  server.call(`POST /api/posts/comment/${id}`, { token, body: { text: 'See you there' } });
const read = (id: string) => server.call(`GET /api/posts/${id}`, { token: author });
const likesOf = async (id: string) =>
  (await server.db.selectFrom('post_likes').select('id').where('post_id', '=', id).execute()).length;

it('who was invited is mailed no link that is dead', async () => {
  const body = { name: 'Ivo', email: 'ivo@example.com' };
  const { _id } = (await server.call('POST /api/users', { token: admin, body })).body;
  const mails = server.db.selectFrom('mails').select('id').where('recipient', '=', body.email);
  expect(await mails.execute()).toHaveLength(1);
  await server.call(`DELETE /api/users/${_id}`, { token: admin });
  expect(await mails.execute()).toEqual([]);
});

describe.each([
  ['an admin', ({ id }: Leaver) => server.call(`DELETE /api/users/${id}`, { token: admin }), 'User deleted'],
  ['the person', ({ token }: Leaver) => server.call('DELETE /api/profile', { token }), 'Account deleted'],
])('a user deleted by %s', (_by, remove, msg) => {
  it('is gone with sessions, links, posts and likes, and on record', async () => {
    const leaver = await makeLeaver();
    const own = await write(leaver.token);
    await like(own, author);
    await comment(own, author);
    expect(await remove(leaver)).toMatchObject({ status: 200, body: { msg } });
    expect((await server.call('GET /api/auth', { token: leaver.token })).status).toBe(401);
    expect((await read(own)).status).toBe(404);
    for (const table of ['sessions', 'password_links', 'posts', 'post_likes'] as const) {
      const rows = server.db.selectFrom(table).select('user_id').where('user_id', '=', leaver.id);
      expect(await rows.execute()).toEqual([]);
    }
    const auditEvents = server.db.selectFrom('audit_log').select('action').where('object_id', '=', leaver.id);
    expect(await auditEvents.execute()).toEqual([{ action: 'user.deleted' }]);
  });

  it('removes their likes from the counts of others’ posts, and leaves their comments', async () => {
    const leaver = await makeLeaver();
    const [liked, other] = [await write(author), await write(author)];
    await like(liked, leaver.token);
    await like(liked, author);
    await like(other, author);
    await comment(liked, leaver.token);
    await comment(liked, author);
    expect((await remove(leaver)).status).toBe(200);
    const { body } = await read(liked);
    expect(body).toMatchObject({ likeCount: 1, commentCount: 2, liked: true });
    expect(body.likes).toHaveLength(1);
    expect(body.comments).toMatchObject([
      { text: 'See you there' },
      { text: 'See you there', name: 'Former member', user: null, avatar: null },
    ]);
    expect((await read(other)).body.likeCount).toBe(1);
  });

  it('leaves the counts right while they are liking', async () => {
    const leaver = await makeLeaver();
    const posts = await Promise.all(Array.from({ length: 20 }, () => write(author)));
    const likes = posts.map((id) => like(id, leaver.token));
    const removal = remove(leaver);
    const answers = await Promise.all(likes);
    expect((await removal).status).toBe(200);
    expect(answers.every(({ status }) => [200, 401, 404].includes(status))).toBe(true);
    for (const id of posts) {
      expect((await read(id)).body.likeCount).toBe(0);
      expect(await likesOf(id)).toBe(0);
    }
  });
});

/** More than one transaction takes. Returns a function for their counts, each once. */
async function likeMany(leaver: Leaver, fan: { id: string }) {
  const ids = Array.from({ length: 450 }, () => newId());
  const common = { like_count: 1, comment_count: 0, pinned_at: null, edited_at: null, mentions: null };
  const posts = ids.map((id) => ({ id, user_id: fan.id, text: 'Liked', created_at: now(), ...common }));
  await server.db.insertInto('posts').values(posts).execute();
  const likes = ids.map((id) => ({ id: newId(), post_id: id, user_id: leaver.id, created_at: now() }));
  await server.db.insertInto('post_likes').values(likes).execute();
  const counts = server.db.selectFrom('posts').select('like_count').distinct().where('user_id', '=', fan.id);
  return () => counts.execute();
}

it('is deleted once by many at once, with more likes than one transaction takes', async () => {
  const leaver = await makeLeaver();
  const fan = await makeUser(server.db);
  const counts = await likeMany(leaver, fan);
  const calls = Array.from({ length: 4 }, () =>
    server.call(`DELETE /api/users/${leaver.id}`, { token: admin }),
  );
  expect((await Promise.all(calls)).map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  expect(await counts()).toEqual([{ like_count: 0 }]);
  const { body } = await server.call('GET /api/users', { token: admin });
  expect(body.map(({ _id }: { _id: string }) => _id)).not.toContain(leaver.id);
  await server.db.deleteFrom('posts').where('user_id', '=', fan.id).execute();
});

it('loses their likes once, though several processes finish the deletion at once', async () => {
  const leaver = await makeLeaver();
  const fan = await makeUser(server.db);
  const counts = await likeMany(leaver, fan);
  const decided = { id: leaver.id, kind: 'user', email_hash: null, erased_at: now() } as const;
  await inTransaction(server.db, (transaction) => insertTombstones(transaction, [decided], null));
  await Promise.all(Array.from({ length: 4 }, () => finishErasures(server.db, server.parts)));
  expect(await counts()).toEqual([{ like_count: 0 }]);
  await server.db.deleteFrom('posts').where('user_id', '=', fan.id).execute();
});

describe('DELETE /api/profile', () => {
  it('deletes no one else, whatever the body says', async () => {
    const [leaver, victim] = [await makeLeaver(), await makeLeaver()];
    const body = { _id: victim.id, user: victim.id, email: victim.email };
    expect((await server.call('DELETE /api/profile', { token: leaver.token, body })).status).toBe(200);
    expect((await server.call('GET /api/auth', { token: victim.token })).status).toBe(200);
  });

  it('keeps the last active admin', async () => {
    const answer = await server.call('DELETE /api/profile', { token: admin });
    expect(answer).toMatchObject({
      status: 400,
      body: { msg: 'The last active admin cannot be deleted. Make someone else an admin first.' },
    });
    const another = await makeToken(server.db, { admin: true });
    expect((await server.call('DELETE /api/profile', { token: another })).status).toBe(200);
  });

  it('frees the email address', async () => {
    const leaver = await makeLeaver();
    await server.call('DELETE /api/profile', { token: leaver.token });
    const body = { name: 'Somebody New', email: leaver.email };
    const created = await server.call('POST /api/users', { token: admin, body });
    expect(created.body).toMatchObject({ email: leaver.email, state: 'invited' });
  });
});
