import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeToken, makeUser, testPassword } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { limits } from '../../platform/http/rate-limits.ts';
import { claimDueMail, queueMail } from '../../platform/mail/queue-mail.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BROKERAGE_NAME: 'Flat & Fee', RATE_LIMITS: 'on' });
  token = await makeToken(server.db, { content: true, name: 'Cleo Content' });
});
afterAll(() => server.stop());

const news = 'Closed on Monday.\nSee <b>the</b> calendar.\n\nEscrow can reach us.';
const announce = async (text = news, headers: Record<string, string> = {}) => {
  await server.db.deleteFrom('rate_limits').execute();
  return server.call('POST /api/posts', { token, body: { text, email: true }, headers });
};
const mailsOf = (postId: string) =>
  server.db.selectFrom('mails').selectAll().where('post_id', '=', postId).orderBy('recipient').execute();
const events = (postId: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('object_id', '=', postId)
    .orderBy('id')
    .execute();

it('an announcement goes by email to each other active member, once', async () => {
  const ann = await makeUser(server.db, { name: 'Ann' });
  const bob = await makeUser(server.db, { name: 'Bob' });
  const suspended = await makeUser(server.db, { suspended_at: now() });
  const invited = await makeUser(server.db, { password_hash: null });
  const headers = { 'idempotency-key': 'announcement-1' };
  const { status, body } = await announce(news, headers);
  expect([status, body.pinned, body.text]).toEqual([200, true, news]);
  expect((await announce(news, headers)).body._id).toBe(body._id);
  const mails = await mailsOf(body._id);
  expect(mails.map(({ recipient }) => recipient)).toEqual([ann.email, bob.email].sort());
  expect([suspended, invited].filter(({ email }) => mails.some((mail) => mail.recipient === email))).toEqual(
    [],
  );
  const url = `${server.config.brokerage.baseUrl}/posts/${body._id}`;
  for (const mail of mails) {
    expect(mail).toMatchObject({
      subject: 'News from Flat & Fee',
      state: 'waiting',
      attempts: 0,
      link: null,
      area: null,
      html: expect.stringContaining('See &lt;b&gt;the&lt;/b&gt; calendar.'),
    });
    expect(mail.text).toContain(
      `Hello,\n\nCleo Content has news for all members of Flat & Fee:\n\n${news}\n\nOpen the post:\n${url}\n\n` +
        'You get this email because you are a member of Flat & Fee.\n\n',
    );
  }
  expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
  expect(mails.map(({ user_id }) => user_id).sort()).toEqual([ann.id, bob.id].sort());
  expect(await events(body._id)).toEqual([
    { action: 'post.pinned', details: 'by Cleo Content · emailed to 2 members' },
  ]);
  // Shown to admins like any other.
  const admin = await makeToken(server.db, { admin: true });
  expect((await server.call(`GET /api/outbox/${mails[0]?.id}`, { token: admin })).status).toBe(200);
});

it('what is written to one person goes first', async () => {
  await server.db.deleteFrom('mails').execute();
  await announce();
  const to = 'someone@example.com';
  await inTransaction(server.db, (transaction) =>
    queueMail(transaction, { to, subject: 'Your code', text: '123 456' }),
  );
  expect(await claimDueMail(server.db)).toMatchObject({ recipient: to });
  expect(await claimDueMail(server.db)).toMatchObject({ subject: 'News from Flat & Fee' });
});

it('it goes in the words of the office', async () => {
  const admin = await makeToken(server.db, { admin: true });
  const words = {
    subject: '{brokerage}: {author} writes',
    text: 'Dear all,\n\n{text}\n\n{link}',
    button: 'Read',
  };
  await server.call('PUT /api/mail-texts/announcement', { token: admin, body: words });
  const [mail] = await mailsOf((await announce('In short')).body._id);
  expect(mail).toMatchObject({
    subject: 'Flat & Fee: Cleo Content writes',
    text: expect.stringMatching(/^Dear all,\n\nIn short\n\nRead:\nhttp/),
  });
  await server.call('DELETE /api/mail-texts/announcement', { token: admin });
});

it('without the wish for it, no post is pinned or emailed', async () => {
  for (const email of [undefined, false]) {
    const { body } = await server.call('POST /api/posts', { token, body: { text: 'Hello', email } });
    expect(body.pinned).toBe(false);
    expect(await mailsOf(body._id)).toEqual([]);
  }
});

it('an edit sends nothing, and a deletion stops what waits, also of a suspended member', async () => {
  const { _id } = (await announce()).body;
  const before = await mailsOf(_id);
  expect(before.length).toBeGreaterThan(2);
  await server.call(`PATCH /api/posts/${_id}`, { token, body: { text: 'Closed on Tuesday' } });
  expect(await mailsOf(_id)).toEqual(before);
  const [sent, other] = before;
  await server.db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now() })
    .where('id', '=', String(sent?.id))
    .execute();
  const admin = await makeToken(server.db, { admin: true });
  expect(
    (await server.call(`POST /api/users/${other?.user_id}/suspend`, { token: admin, body: {} })).status,
  ).toBe(200);
  expect((await mailsOf(_id)).map(({ id }) => id)).toEqual(
    before.filter(({ id }) => id !== other?.id).map(({ id }) => id),
  );
  expect((await server.call(`DELETE /api/posts/${_id}`, { token })).status).toBe(200);
  expect((await mailsOf(_id)).map(({ state }) => state)).toEqual(['sent']);
});

it('a decision about a report, or the end of the account, stops what waits, too', async () => {
  const { _id } = (await announce()).body;
  const admin = await makeToken(server.db, { admin: true });
  expect((await server.call(`DELETE /api/posts/${_id}`, { token: admin })).status).toBe(200);
  expect(await mailsOf(_id)).toEqual([]);
  const leaving = await makeToken(server.db, { content: true, name: 'Leo' });
  const post = (await server.call('POST /api/posts', { token: leaving, body: { text: 'Bye', email: true } }))
    .body;
  expect((await mailsOf(post._id)).length).toBeGreaterThan(0);
  const { _id: id } = (await server.call('GET /api/auth', { token: leaving })).body;
  expect((await server.call(`DELETE /api/users/${id}`, { token: admin })).status).toBe(200);
  await expect.poll(() => mailsOf(post._id)).toEqual([]);
});

it('the suspension of its author stops what waits, too', async () => {
  const author = await person(server, { content: true });
  const post = { text: 'Pay here', email: true };
  const { body } = await server.call('POST /api/posts', { token: author.token, body: post });
  expect((await mailsOf(body._id)).length).toBeGreaterThan(0);
  const admin = await makeToken(server.db, { admin: true });
  expect((await server.call(`POST /api/users/${author.id}/suspend`, { token: admin })).status).toBe(200);
  expect(await mailsOf(body._id)).toEqual([]);
});

it('a member who may not pin cannot email, and nothing is posted', async () => {
  const member = await makeToken(server.db);
  const body = { text: 'Buy my house', email: true };
  expect((await server.call('POST /api/posts', { token: member, body })).status).toBe(403);
  expect((await server.call('POST /api/posts', { body })).status).toBe(401);
  const found = await server.db.selectFrom('posts').select('id').where('text', '=', body.text).execute();
  expect(found).toEqual([]);
  const wrong = await server.call('POST /api/posts', { token, body: { text: 'Hello', email: 'all' } });
  expect(wrong).toMatchObject({ status: 400, body: { msg: 'Email must be true or false' } });
});

it('an old session is asked who it is before anything is emailed, and posts without', async () => {
  const author = await person(server, { content: true });
  const post = (email: boolean) =>
    server.call('POST /api/posts', { token: author.token, body: { text: 'Pay here', email } });
  await server.db
    .updateTable('sessions')
    .set({ created_at: fromNow(-16 * minute) })
    .where('user_id', '=', author.id)
    .execute();
  expect(await post(true)).toMatchObject({ status: 400, body: { confirm: { methods: ['password'] } } });
  const posts = () => server.db.selectFrom('posts').select('id').where('user_id', '=', author.id).execute();
  expect(await posts()).toEqual([]);
  expect((await post(false)).status).toBe(200);
  const { token: confirmed } = await server.made('POST /api/auth/confirm', {
    token: author.token,
    body: { password: testPassword },
  });
  const { body } = await server.call('POST /api/posts', {
    token: confirmed,
    body: { text: 'Pay here', email: true },
  });
  expect((await mailsOf(body._id)).length).toBeGreaterThan(0);
});

it('so many are emailed a day, and posts go on', async () => {
  await announce();
  const again = () => server.call('POST /api/posts', { token, body: { text: 'More', email: true } });
  for (let sent = 1; sent < limits.announcement.limit; sent++) expect((await again()).status).toBe(200);
  const count = () =>
    server.db
      .selectFrom('mails')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const before = await count();
  expect((await again()).status).toBe(429);
  expect(await count()).toEqual(before);
  expect((await server.call('POST /api/posts', { token, body: { text: 'Just a post' } })).status).toBe(200);
});
