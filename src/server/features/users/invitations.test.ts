import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { fromNow } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
  token = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const password = 'brand new and long';
const usedLink = { status: 409, body: { msg: 'You have already set your password with this link.' } };
const invalidLink = { status: 400, body: { msg: 'This link is no longer valid. Please ask for a new one.' } };

let made = 0;
async function invite() {
  made++;
  const body = { name: `Invited Person ${made}`, email: `invited${made}@example.com` };
  return (await server.call('POST /api/users', { token, body })).body;
}

async function linksTo(email: string): Promise<URL[]> {
  const texts = await textsTo(server, email);
  return texts.map((text) => new URL(/https:\S+#\S+/.exec(text)?.[0] ?? ''));
}

async function secretTo(email: string): Promise<string> {
  return (await linksTo(email)).at(-1)?.hash.slice(1) ?? '';
}

const accept = (secret: string, given: object = {}) =>
  server.call('POST /api/auth/set-password', { body: { token: secret, password, adult: true, ...given } });

const get = async (id: string) => (await server.call(`GET /api/users/${id}`, { token })).body;

const auditEventsOn = async (id: string) => {
  const rows = await server.db.selectFrom('audit_log').select('action').where('object_id', '=', id).execute();
  return rows.map(({ action }) => action);
};

describe('accepting an invitation', () => {
  it('sets the password, stores the time of the confirmation, and signs in', async () => {
    const { _id, email } = await invite();
    const [link] = await linksTo(email);
    expect(`${link?.origin}${link?.pathname}${link?.search}`).toBe(
      'https://flatfee.example/reset-password/new',
    );
    const secret = await secretTo(email);
    expect(await server.call('POST /api/auth/password-link', { body: { token: secret } })).toMatchObject({
      status: 200,
      body: { kind: 'invitation', email },
    });

    const began = Date.now();
    const accepted = await accept(secret);
    expect(accepted).toMatchObject({
      status: 200,
      body: { msg: 'Password Updated', token: expect.any(String) },
    });
    const me = await server.call('GET /api/auth', { token: accepted.body.token });
    expect(me).toMatchObject({ status: 200, body: { _id, email } });
    expect(await get(_id)).toMatchObject({
      state: 'active',
      invitedUntil: null,
      lastSignIn: expect.any(String),
    });
    expect((await server.call('POST /api/auth', { body: { email, password } })).status).toBe(200);
    const row = await server.db
      .selectFrom('users')
      .select('adult_confirmed_at')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    const confirmed = Date.parse(row.adult_confirmed_at ?? '');
    expect(confirmed).toBeGreaterThanOrEqual(began);
    expect(confirmed).toBeLessThanOrEqual(Date.now());
    // No mail about a changed password, and no invalidLink link.
    expect(await linksTo(email)).toEqual([]);
  });

  it.each([
    [{ adult: undefined }, 'Please confirm that you are 18 or older'],
    [{ adult: false }, 'Please confirm that you are 18 or older'],
    [{ adult: 'true' }, 'Adult must be true or false'],
  ])('takes no %j for the confirmation, and the link stays', async (given, msg) => {
    const { email } = await invite();
    const secret = await secretTo(email);
    expect(await accept(secret, given)).toMatchObject({
      status: 400,
      body: { errors: [{ msg, field: 'adult' }] },
    });
    expect((await accept(secret)).status).toBe(200);
  });

  it('happens once', async () => {
    const { email } = await invite();
    const secret = await secretTo(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await accept(secret)).toMatchObject(usedLink);
    expect(await server.call('POST /api/auth/password-link', { body: { token: secret } })).toMatchObject(
      usedLink,
    );
  });

  it('is too late after seven days', async () => {
    const { _id, email } = await invite();
    await server.db
      .updateTable('password_links')
      .set({ expires_at: fromNow(-1) })
      .where('user_id', '=', _id)
      .execute();
    expect(await get(_id)).toMatchObject({ state: 'invited', invitedUntil: null });
    expect(await accept(await secretTo(email))).toMatchObject(invalidLink);
  });

  it('is no matter of a password reset', async () => {
    const { email } = await invite();
    expect((await server.call('POST /api/auth/reset-password', { body: { email } })).status).toBe(200);
    expect((await server.call('POST /api/auth', { body: { email, password } })).status).toBe(400);
  });
});

describe('POST /api/users/:id/invitation', () => {
  it('mails a new link and kills the old one', async () => {
    const { _id, email } = await invite();
    const old = await secretTo(email);
    const again = await server.call(`POST /api/users/${_id}/invitation`, { token });
    expect(again).toMatchObject({
      status: 200,
      body: { _id, state: 'invited', invitedUntil: expect.any(String) },
    });
    const secret = await secretTo(email);
    expect(secret).not.toBe(old);
    expect(await accept(old)).toMatchObject(invalidLink);
    expect((await accept(secret)).status).toBe(200);
    expect(await auditEventsOn(_id)).toEqual(['user.created', 'invitation.sent']);
  });

  it('leaves one link alive when it is asked for 20 times at once', async () => {
    const { _id } = await invite();
    await Promise.all(
      Array.from({ length: 20 }, () => server.call(`POST /api/users/${_id}/invitation`, { token })),
    );
    const links = server.db.selectFrom('password_links').selectAll().where('user_id', '=', _id);
    expect(await links.execute()).toHaveLength(1);
  });

  it('is not sent to a user with a password', async () => {
    const { id, email } = await makeUser(server.db);
    expect(await server.call(`POST /api/users/${id}/invitation`, { token })).toMatchObject({
      status: 400,
      body: { msg: 'This user has already set a password' },
    });
    expect(await linksTo(email)).toEqual([]);
  });
});

describe('DELETE /api/users/:id/invitation', () => {
  it('kills the link; another invitation can follow', async () => {
    const { _id, email } = await invite();
    const secret = await secretTo(email);
    const revoked = await server.call(`DELETE /api/users/${_id}/invitation`, { token });
    expect(await linksTo(email)).toEqual([]);
    expect(revoked).toMatchObject({ status: 200, body: { _id, state: 'invited', invitedUntil: null } });
    expect(await accept(secret)).toMatchObject(invalidLink);
    expect((await server.call(`POST /api/users/${_id}/invitation`, { token })).status).toBe(200);
    expect((await accept(await secretTo(email))).status).toBe(200);
    expect(await auditEventsOn(_id)).toEqual(['user.created', 'invitation.revoked', 'invitation.sent']);
  });

  it('finds no invitation where there is none', async () => {
    const { id } = await makeUser(server.db);
    expect(await server.call(`DELETE /api/users/${id}/invitation`, { token })).toMatchObject({
      status: 404,
      body: { msg: 'Invitation not found' },
    });
  });
});
