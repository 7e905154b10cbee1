import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../../test/database.ts';
import { makeToken, makeUser, slowPasswordHash, testPassword } from '../../../../../test/factories.ts';
import { secondServer, type TestServer, testServer } from '../../../../../test/server.ts';
import { hour } from '../../../../shared/time.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { withPermit } from '../passwords/passwords.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const signIn = (body: unknown) => server.call('POST /api/auth', { body });
const whoAmI = (token?: string) => server.call('GET /api/auth', { token });

describe('GET /api/auth', () => {
  it('says whether the user may edit articles and testimonials', async () => {
    const strict = await testServer({ CONTENT_EDITORS: 'admins' });
    try {
      const answers = [
        await whoAmI(await makeToken(server.db)),
        await strict.call('GET /api/auth', { token: await makeToken(strict.db) }),
        await strict.call('GET /api/auth', { token: await makeToken(strict.db, { admin: true }) }),
      ];
      expect(answers.map(({ body }) => body.editsContent)).toEqual([true, false, true]);
    } finally {
      await strict.stop();
    }
  });

  it('says whether the user may edit the handbook', async () => {
    const open = await secondServer(server, { handbookEditors: 'members' });
    try {
      const token = await makeToken(server.db);
      const answers = [
        await whoAmI(token),
        await open.call('GET /api/auth', { token }),
        await whoAmI(await makeToken(server.db, { admin: true })),
      ];
      expect(answers.map(({ body }) => body.editsHandbook)).toEqual([false, true, true]);
    } finally {
      await open.stop();
    }
  });

  it('says whether the user has a profile, from its first saving on', async () => {
    const token = await makeToken(server.db);
    expect((await whoAmI(token)).body.profile).toBe(false);
    const body = { status: 'Other', skills: 'Listings' };
    expect((await server.call('POST /api/profile', { token, body })).status).toBe(200);
    expect((await whoAmI(token)).body.profile).toBe(true);
  });
});

describe('POST /api/auth', () => {
  it('answers a token by which later calls know the user', async () => {
    const user = await makeUser(server.db, { name: 'Dana Test', admin: true });
    const { status, body } = await signIn({ email: ` ${user.email.toUpperCase()} `, password: testPassword });
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await whoAmI(body.token)).toMatchObject({
      status: 200,
      body: { _id: user.id, name: 'Dana Test', email: user.email, admin: true, date: user.created_at },
    });
  });

  it('names every field that is missing or malformed', async () => {
    expect(await signIn({})).toMatchObject({
      status: 400,
      body: {
        errors: [
          { msg: 'Please include a valid email', field: 'email' },
          { msg: 'Password is required', field: 'password' },
        ],
        msg: 'Please include a valid email',
      },
    });
    const wrongTypes = await signIn({ email: ['a@example.com'], password: 12345678 });
    expect(wrongTypes.body.errors.map(({ msg }: { msg: string }) => msg)).toEqual([
      'Please include a valid email',
      'Password is required',
    ]);
    const malformed = await signIn({ email: 'person', password: 'x' });
    expect(malformed.body.errors).toEqual([{ msg: 'Please include a valid email', field: 'email' }]);
  });

  it('rejects with the same message whatever is wrong with the pair', async () => {
    const user = await makeUser(server.db);
    const suspended = await makeUser(server.db, { suspended_at: fromNow(0) });
    const invited = await makeUser(server.db, { password_hash: null });
    const attempts = [
      { email: 'nobody@example.com', password: testPassword },
      { email: user.email, password: 'wrong password' },
      { email: suspended.email, password: testPassword },
      { email: invited.email, password: testPassword },
      { email: invited.email, password: 'null' },
      { email: user.email, password: 'x'.repeat(20_000) },
    ];
    for (const attempt of attempts) {
      const { status, body } = await signIn(attempt);
      expect(status).toBe(400);
      expect(body).toEqual({ errors: [{ msg: 'Invalid Credentials' }], msg: 'Invalid Credentials' });
    }
  });

  it('takes about as long for an unknown email', async () => {
    const { email } = await makeUser(server.db, { password_hash: await slowPasswordHash() });
    // Measures CPU time, the two by turns, as the machine may be busy.
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const measure = async (of: keyof typeof times, address: string) => {
      const begun = process.cpuUsage();
      await signIn({ email: address, password: 'wrong password' });
      const { user, system } = process.cpuUsage(begun);
      times[of].push(user + system);
    };
    for (let n = 0; n < 7; n++) {
      await measure('known', email);
      await measure('unknown', 'nobody@example.com');
    }
    expect(Math.min(...times.unknown)).toBeGreaterThan(Math.min(...times.known) / 2);
  });

  it('takes no longer for a letter with thousands of accents, which are slow to normalize', async () => {
    const { email } = await makeUser(server.db, { password_hash: await slowPasswordHash() });
    const quickest = async (password: string) => {
      const times: number[] = [];
      for (let n = 0; n < 3; n++) {
        const begun = process.cpuUsage();
        expect((await signIn({ email, password })).status).toBe(400);
        const { user, system } = process.cpuUsage(begun);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const plain = await quickest('x'.repeat(30_000));
    expect(await quickest('\u0300\u0316'.repeat(15_000))).toBeLessThan(5 * plain);
  });

  it('does not trim the password', async () => {
    const { email } = await makeUser(server.db);
    expect(await signIn({ email, password: ` ${testPassword} ` })).toMatchObject({
      status: 400,
      body: { msg: 'Invalid Credentials' },
    });
  });

  it('remembers when a user last signed in, and from where', async () => {
    const user = await makeUser(server.db);
    const began = Date.now();
    await signIn({ email: user.email, password: testPassword });
    const { last_sign_in_at } = await server.db
      .selectFrom('users')
      .select('last_sign_in_at')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(last_sign_in_at ?? '')).toBeGreaterThanOrEqual(began);
    const session = await server.db
      .selectFrom('sessions')
      .select(['address', 'token_hash'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(session.address).toBe('127.0.0.1');
  });

  it('answers 503 while 2 are hashed and 52 wait', async () => {
    const { email } = await makeUser(server.db);
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const hashing = Array.from({ length: 54 }, () => withPermit(() => held));
    const rejected = await signIn({ email, password: testPassword });
    expect(rejected.status).toBe(503);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.body.errors).toHaveLength(1);
    goOn();
    await Promise.all(hashing);
    expect((await signIn({ email, password: testPassword })).status).toBe(200);
  });
});

describe('the token', () => {
  it('counts in x-auth-token only', async () => {
    const token = await makeToken(server.db);
    const missing = { status: 401, body: { msg: 'No token, authorization denied' } };
    expect(await server.call(`GET /api/auth?token=${token}&x-auth-token=${token}`)).toMatchObject(missing);
    for (const [name, value] of [
      ['authorization', `Bearer ${token}`],
      ['authorization', token],
      ['cookie', `x-auth-token=${token}; token=${token}`],
    ] as const) {
      expect(await server.call('GET /api/auth', { headers: { [name]: value } })).toMatchObject(missing);
    }
    expect(await whoAmI('')).toMatchObject(missing);
    expect((await whoAmI(token)).status).toBe(200);
  });

  it.each(['dead', `${'x'.repeat(43)}`, 'a'.repeat(8000)])(
    'is rejected when no one has it',
    async (token) => {
      expect(await whoAmI(token)).toMatchObject({ status: 401, body: { msg: 'Token is not valid' } });
    },
  );

  it('is not what the database holds', async () => {
    const token = await makeToken(server.db);
    const { token_hash } = await newestSession();
    expect(token_hash).not.toContain(token);
    expect((await whoAmI(token_hash)).status).toBe(401);
  });

  it('is dead once its user is suspended, and alive again with the user', async () => {
    const token = await makeToken(server.db);
    const { user_id } = await newestSession();
    const suspend = (suspended_at: string | null) =>
      server.db.updateTable('users').set({ suspended_at }).where('id', '=', user_id).execute();
    await suspend(fromNow(0));
    expect(await whoAmI(token)).toMatchObject({ status: 401, body: { msg: 'Token is not valid' } });
    await suspend(null);
    expect((await whoAmI(token)).status).toBe(200);
  });

  it.each([
    ['unused for just less than a day', { last_used_at: -23.9 }, 200],
    ['unused for a day', { last_used_at: -24.01 }, 401],
    ['in use, and just less than 7 days old', { created_at: -7 * 24 + 0.1 }, 200],
    ['in use, but 7 days old', { created_at: -7 * 24 - 0.01 }, 401],
  ])('of a session %s', async (_, hours, status) => {
    const token = await makeToken(server.db);
    const times = Object.fromEntries(
      Object.entries(hours).map(([column, ago]) => [column, fromNow(ago * hour)]),
    );
    await server.db
      .updateTable('sessions')
      .set(times)
      .where('id', '=', (await newestSession()).id)
      .execute();
    expect((await whoAmI(token)).status).toBe(status);
  });

  it('lives on by being used', async () => {
    const token = await makeToken(server.db);
    const { id } = await newestSession();
    const lastUsed = async () => {
      const row = server.db.selectFrom('sessions').select('last_used_at').where('id', '=', id);
      return Date.parse((await row.executeTakeFirstOrThrow()).last_used_at);
    };
    const before = fromNow(-23 * hour);
    await server.db.updateTable('sessions').set({ last_used_at: before }).where('id', '=', id).execute();
    await whoAmI(token);
    const touched = await lastUsed();
    expect(touched).toBeGreaterThanOrEqual(Date.parse(before) + 23 * hour);
    await whoAmI(token);
    expect(await lastUsed()).toBe(touched);
  });

  const newestSession = () =>
    server.db
      .selectFrom('sessions')
      .select(['id', 'user_id', 'token_hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
});

describe('DELETE /api/auth', () => {
  it('ends this session at once, and no other of the user', async () => {
    const user = await makeUser(server.db);
    const tokens = await Promise.all(
      [1, 2].map(async () => (await signIn({ email: user.email, password: testPassword })).body.token),
    );
    const [left, remaining] = tokens;
    expect(await server.call('DELETE /api/auth', { token: left })).toMatchObject({
      status: 200,
      body: { msg: 'Signed out' },
    });
    expect((await whoAmI(left)).status).toBe(401);
    expect((await server.call('DELETE /api/auth', { token: left })).status).toBe(401);
    expect((await whoAmI(remaining)).status).toBe(200);
  });

  if (engine === 'postgres')
    it('ends it on every other server on the same database', async () => {
      const other = await secondServer(server);
      try {
        const token = await makeToken(server.db);
        expect((await other.call('GET /api/auth', { token })).status).toBe(200);
        await server.call('DELETE /api/auth', { token });
        expect((await other.call('GET /api/auth', { token })).status).toBe(401);
      } finally {
        await other.stop();
      }
    });
});
