import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, testPassword } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { limits } from '../../../platform/http/rate-limits.ts';
import type { UserRow } from '../../../tables/users.ts';
import { delayAfter } from '../sign-in/sign-in-limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

let addresses = 0;
const newAddress = () => {
  addresses++;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

interface Given {
  password?: string;
  device?: unknown;
  from?: string;
}

const signIn = (email: string, { password = testPassword, device, from = newAddress() }: Given = {}) =>
  server.call('POST /api/auth', { body: { email, password, device }, headers: { 'x-forwarded-for': from } });

const wrong = { password: 'wrong password' };

async function newDevice({ email }: Pick<UserRow, 'email'>): Promise<{ device: string; token: string }> {
  const { status, body } = await signIn(email, { device: '' });
  expect(status).toBe(200);
  return body;
}

const devicesOf = async (token: string) => (await server.call('GET /api/auth/devices', { token })).body;
const rowsOf = ({ id }: Pick<UserRow, 'id'>) =>
  server.db.selectFrom('known_devices').selectAll().where('user_id', '=', id).execute();

const countWrongTries = (email: string, hits: number) =>
  server.db
    .insertInto('rate_limits')
    .values({ key: `signInDelay:${email}`, hits, resets_at: fromNow(900_000) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ hits }))
    .execute();

const strangersTries = async (email: string) =>
  (
    await server.db
      .selectFrom('rate_limits')
      .select('hits')
      .where('key', '=', `signInDelay:${email}`)
      .executeTakeFirst()
  )?.hits ?? 0;

async function isKnown(email: string, device: string): Promise<boolean> {
  const before = await strangersTries(email);
  expect((await signIn(email, { device, ...wrong })).status).toBe(400);
  return (await strangersTries(email)) === before;
}

describe('wrong passwords of strangers', () => {
  it('do not keep the owner out at another address', async () => {
    const { email } = await makeUser(server.db);
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => signIn(email, { ...wrong, from: '10.9.9.9' })),
    );
    expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(400));
    expect((await signIn(email)).status).toBe(200);
  });

  it('do not, when they come from 70 addresses at once, past what may wait for a hash', async () => {
    const { email } = await makeUser(server.db);
    const { device } = await newDevice({ email });
    await Promise.all(
      Array.from({ length: 70 }, async (_, n) => {
        const { status } = await signIn(`nobody-${n}@example.com`, wrong);
        expect([400, 503]).toContain(status);
      }).concat(signIn(email, { device }).then(({ status }) => expect(status).toBe(200))),
    );
  });

  it('do not at the address of the strangers either, from a known device', async () => {
    const { email } = await makeUser(server.db);
    const { device } = await newDevice({ email });
    const from = newAddress();
    await Promise.all(Array.from({ length: 12 }, () => signIn(email, { ...wrong, from })));
    expect((await signIn(email, { from })).status).toBe(429);
    expect((await signIn(email, { from, device })).status).toBe(200);
  });

  it('let only strangers wait', async () => {
    const { email } = await makeUser(server.db);
    const { device } = await newDevice({ email });
    await countWrongTries(email, 1000);
    const done: string[] = [];
    const began = Date.now();
    const unknown = signIn(email).then(({ status }) => done.push(`unknown ${status}`));
    const known = signIn(email, { device }).then(({ status }) => done.push(`known ${status}`));
    await Promise.all([unknown, known]);
    expect(done).toEqual(['known 200', 'unknown 200']);
    expect(Date.now() - began).toBeGreaterThanOrEqual(5000);
  });

  it('count the same for an unknown email', async () => {
    for (const email of [(await makeUser(server.db)).email, 'nobody-at-all@example.com']) {
      for (let n = 0; n < 3; n++) expect((await signIn(email, wrong)).status).toBe(400);
      expect(await strangersTries(email)).toBe(3);
    }
  });

  it('are all that counts: 12 right ones delay no one', async () => {
    const { email } = await makeUser(server.db);
    for (let n = 0; n < 12; n++) expect((await signIn(email)).status).toBe(200);
    const rows = await server.db
      .selectFrom('rate_limits')
      .select('hits')
      .where('key', 'like', `signIn%:${email}%`)
      .execute();
    expect(rows.every(({ hits }) => hits === 0)).toBe(true);
  });
});

it.each([
  [1, 0],
  [5, 0],
  [6, 250],
  [7, 500],
  [10, 4000],
  [11, 5000],
  [1_000_000, 5000],
])('try %d for an email waits %d ms', (tries, delay) => {
  expect(delayAfter(tries)).toBe(delay);
});

describe('a known device', () => {
  it('is made only on request', async () => {
    const user = await makeUser(server.db);
    expect((await signIn(user.email)).body).toEqual({ token: expect.any(String) });
    expect(await rowsOf(user)).toEqual([]);
    const { body } = await signIn(user.email, { device: '' });
    expect(body).toEqual({ token: expect.any(String), device: expect.stringMatching(/^[\w-]{43}$/) });
    expect(JSON.stringify(await rowsOf(user))).not.toContain(body.device);
  });

  it('stays one when it signs in again', async () => {
    const user = await makeUser(server.db);
    const { device } = await newDevice(user);
    const again = await signIn(user.email, { device });
    expect(again.body.device).toBe(device);
    expect(await rowsOf(user)).toHaveLength(1);
  });

  it('may be of several people', async () => {
    const [one, other] = [await makeUser(server.db), await makeUser(server.db)];
    const { device } = await newDevice(one);
    expect(await isKnown(other.email, device)).toBe(false);
    expect((await signIn(other.email, { device })).body.device).toBe(device);
    expect(await isKnown(other.email, device)).toBe(true);
    expect(await isKnown(one.email, device)).toBe(true);
  });

  it('gives nothing but speed: neither access, nor a way past a wrong password, nor a choice of one’s own device token', async () => {
    const user = await makeUser(server.db);
    const { device } = await newDevice(user);
    expect((await server.call('GET /api/auth', { token: device })).status).toBe(401);
    expect(await signIn(user.email, { device, ...wrong })).toMatchObject({
      status: 400,
      body: { msg: 'Invalid Credentials' },
    });
    for (const made of ['x', 'a'.repeat(43), '\0', '🔑'.repeat(40)]) {
      const { status, body } = await signIn(user.email, { device: made });
      expect(status).toBe(200);
      expect(body.device).not.toBe(made);
    }
  });

  it.each([null, 5, {}, ['x'], 'x'.repeat(201)])('is not %j', async (device) => {
    const { email } = await makeUser(server.db);
    const { status, body } = await signIn(email, { device });
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].field).toBe('device');
  });

  it('may be wrong 10 times in 15 minutes, then it counts as a stranger', async () => {
    const { email } = await makeUser(server.db);
    const { device } = await newDevice({ email });
    for (let n = 0; n < limits.signInDevice.limit; n++) expect(await isKnown(email, device)).toBe(true);
    expect(await isKnown(email, device)).toBe(false);
    expect((await signIn(email, { device })).status).toBe(200);
  });

  it('is one of 20 at most; the one with the oldest sign-in is deleted', async () => {
    const user = await makeUser(server.db);
    const first = await newDevice(user);
    const second = await newDevice(user);
    await signIn(user.email, { device: first.device });
    for (let n = 0; n < 19; n++) await newDevice(user);
    expect(await rowsOf(user)).toHaveLength(20);
    expect(await isKnown(user.email, first.device)).toBe(true);
    expect(await isKnown(user.email, second.device)).toBe(false);
  });

  it('is forgotten half a year after its last sign-in', async () => {
    const user = await makeUser(server.db);
    const { device } = await newDevice(user);
    await server.db
      .updateTable('known_devices')
      .set({ last_used_at: fromNow(-180 * 86_400_000) })
      .where('user_id', '=', user.id)
      .execute();
    expect(await isKnown(user.email, device)).toBe(false);
  });
});

describe('a device is forgotten', () => {
  const forgets = async (act: (user: UserRow, token: string) => Promise<unknown>) => {
    const user = await makeUser(server.db);
    const { device } = await newDevice(user);
    const { token } = await newDevice(user);
    await act(user, token);
    return !(await isKnown(user.email, device));
  };
  const admin = async () => (await newDevice(await makeUser(server.db, { admin: true }))).token;

  it('with a change of the password, also on the device that changes it', async () => {
    const user = await makeUser(server.db);
    const { token, device } = await newDevice(user);
    await newDevice(user);
    const body = { password: 'walnut tea kettle' };
    expect((await server.call('POST /api/auth/change-password', { token, body })).status).toBe(200);
    expect(await rowsOf(user)).toEqual([]);
    expect((await server.call('GET /api/auth', { token })).status).toBe(200);
    expect(await isKnown(user.email, device)).toBe(false);
  });

  it('with a suspension', async () => {
    expect(
      await forgets(async ({ id }) => {
        const { status } = await server.call(`POST /api/users/${id}/suspend`, { token: await admin() });
        expect(status).toBe(200);
      }),
    ).toBe(true);
  });

  it('with the account', async () => {
    const user = await makeUser(server.db);
    const { token } = await newDevice(user);
    expect((await server.call('DELETE /api/profile', { token })).status).toBe(200);
    expect(await rowsOf(user)).toEqual([]);
  });

  it('when all other sessions are ended, but for the one in use', async () => {
    const user = await makeUser(server.db);
    const [other, mine] = [await newDevice(user), await newDevice(user)];
    const { status } = await server.call('DELETE /api/auth/sessions', { token: mine.token });
    expect(status).toBe(200);
    expect(await isKnown(user.email, other.device)).toBe(false);
    expect(await isKnown(user.email, mine.device)).toBe(true);
  });

  it('when its session is ended from elsewhere, not when it signs out', async () => {
    const user = await makeUser(server.db);
    const [other, left, mine] = [await newDevice(user), await newDevice(user), await newDevice(user)];
    await server.call('DELETE /api/auth', { token: left.token });
    const sessions = (await server.call('GET /api/auth/sessions', { token: other.token })).body;
    const { _id } = sessions.find(({ current }: { current: boolean }) => current);
    expect((await server.call(`DELETE /api/auth/sessions/${_id}`, { token: mine.token })).status).toBe(200);
    expect(await isKnown(user.email, other.device)).toBe(false);
    expect(await isKnown(user.email, left.device)).toBe(true);
  });

  it('when its owner says so; others do not find it, and its session goes on', async () => {
    const user = await makeUser(server.db);
    const [other, mine] = [await newDevice(user), await newDevice(user)];
    const [current, listed] = await devicesOf(mine.token);
    expect(current).toMatchObject({ current: true, device: 'Unknown device' });
    expect(listed).toMatchObject({ current: false, address: expect.stringMatching(/^10\./) });
    const strange = await newDevice(await makeUser(server.db, { admin: true }));
    const forget = (token: string) => server.call(`DELETE /api/auth/devices/${listed._id}`, { token });
    const rejected = { status: 404, body: { msg: 'Device not found' } };
    expect(await forget(strange.token)).toMatchObject(rejected);
    expect(await forget(mine.token)).toMatchObject({ status: 200, body: { msg: 'Device forgotten' } });
    expect(await forget(mine.token)).toMatchObject(rejected);
    expect(await isKnown(user.email, other.device)).toBe(false);
    expect((await server.call('GET /api/auth', { token: other.token })).status).toBe(200);
    expect(await devicesOf(mine.token)).toHaveLength(1);
  });
});
