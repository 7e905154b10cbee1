import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { minute } from '../../../../shared/time.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { offerSetupLink } from './setup.service.ts';

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.stop());

const offered = async () => {
  const url = new URL(await offerSetupLink(server.db, 'https://example.com'));
  expect(`${url.origin}${url.pathname}${url.search}`).toBe('https://example.com/setup');
  return url.hash.slice(1);
};
const setUp = (token: string, given: object = {}) =>
  server.call('POST /api/auth/setup', {
    body: { token, name: 'Robin Owner', email: 'Robin@example.com', password: 'a fine long one', ...given },
  });
const users = () => server.db.selectFrom('users').selectAll().execute();
const isSetUp = { status: 400, body: { msg: 'This site is already set up. Sign in instead.' } };
const spent = { status: 400, body: { msg: 'This set-up link is no longer valid' } };

describe('POST /api/auth/setup', () => {
  it('makes the first admin and signs them in', async () => {
    const { status, body } = await setUp(await offered());
    expect(status).toBe(200);
    expect(await server.call('GET /api/auth', { token: body.token })).toMatchObject({
      body: { name: 'Robin Owner', email: 'robin@example.com', admin: true },
    });
    const again = await server.call('POST /api/auth', {
      body: { email: 'robin@example.com', password: 'a fine long one' },
    });
    expect(again.status).toBe(200);
  });

  it('counts as a sign-in', async () => {
    await setUp(await offered());
    const [admin] = await users();
    expect(admin?.last_sign_in_at).not.toBeNull();
  });

  it('works once', async () => {
    const token = await offered();
    expect((await setUp(token)).status).toBe(200);
    expect(await setUp(token, { email: 'second@example.com' })).toMatchObject(isSetUp);
    expect(await users()).toHaveLength(1);
  });

  it('makes one admin when it is used 100 times at once, also through two links', async () => {
    const links = [await offered(), await offered()];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => setUp(links[n % 2] ?? '', { email: `owner${n}@example.com` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // 503 when the hashing queue is full.
    expect(answers.every(({ status }) => [200, 400, 503].includes(status))).toBe(true);
    expect(await users()).toHaveLength(1);
  });

  it('works within a day', async () => {
    const token = await offered();
    await server.db
      .updateTable('setup_links')
      .set({ expires_at: fromNow(-1) })
      .execute();
    expect(await setUp(token)).toMatchObject(spent);
    await server.db
      .updateTable('setup_links')
      .set({ expires_at: fromNow(minute) })
      .execute();
    expect((await setUp(token)).status).toBe(200);
  });

  it('works only while there are no users', async () => {
    const token = await offered();
    await makeUser(server.db);
    expect(await setUp(token)).toMatchObject(isSetUp);
    expect(await users()).toHaveLength(1);
  });

  it('needs a link that was offered', async () => {
    await offered();
    expect(await setUp('x'.repeat(43))).toMatchObject(spent);
    expect(await users()).toHaveLength(0);
  });

  it('names every fault, and an error does not use up the link', async () => {
    const token = await offered();
    const faulty = await setUp(token, { name: ' ', email: 'robin', password: 'short' });
    expect(faulty.body.errors).toEqual([
      { msg: 'Name is required', field: 'name' },
      { msg: 'Please include a valid email', field: 'email' },
      { msg: 'Password must have at least 8 characters', field: 'password' },
    ]);
    expect((await setUp(token, { password: 'Password123' })).body.errors).toEqual([
      { msg: 'Password is too common', field: 'password' },
    ]);
    expect((await setUp(token, { name: 'Robin Marlowe', password: 'RobinMarlowe1' })).body.errors).toEqual([
      {
        msg: 'Password must not be your name, your email address or the name of the brokerage',
        field: 'password',
      },
    ]);
    expect((await setUp(token)).status).toBe(200);
  });
});
