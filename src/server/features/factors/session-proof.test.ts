import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testPassword } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { authenticatorFor, codeOf, giveTotp } from '../../../../test/second-factor.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';

let server: TestServer;
let strict: TestServer;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on' });
  strict = await testServer({ SECOND_FACTOR: 'admins' });
});
afterAll(async () => {
  await server.stop();
  await strict.stop();
});
// Tries of many tests come from one address.
afterEach(() => server.db.deleteFrom('rate_limits').execute());

/** A session by only the password. */
async function signedIn({ made }: TestServer, { email }: { email: string }): Promise<string> {
  return (await made('POST /api/auth', { body: { email, password: testPassword } })).token;
}

async function setUpApp({ call }: TestServer, token: string): Promise<void> {
  const { body: seed } = await call('POST /api/auth/totp', { token });
  const added = await call('PUT /api/auth/totp', { token, body: { code: codeOf(seed.secret) } });
  expect(added.status).toBe(200);
}

/** As one that a process of an earlier version opened, or one from before the factor. */
const forgetProof = ({ db }: TestServer, { id }: { id: string }) =>
  db.updateTable('sessions').set({ factor_proven_at: null }).where('user_id', '=', id).execute();

const proofOfFactor = [
  'GET /api/leads',
  'GET /api/users',
  'GET /api/auth/sessions',
  'POST /api/api-tokens',
  'POST /api/auth/recovery-codes',
  'POST /api/exports',
  'DELETE /api/auth/totp',
  'POST /api/auth/passkeys/options',
  'GET /api/auth/factors',
  'GET /api/auth/passkeys',
];

describe('a session by the password alone', () => {
  it('ends when the first factor is set up, and the session that did goes on', async () => {
    for (const place of [strict, server]) {
      const owner = await person(place, { admin: true });
      const thief = await signedIn(place, owner);
      await setUpApp(place, owner.token);
      for (const key of ['GET /api/auth', ...proofOfFactor])
        expect([key, (await place.call(key, { token: thief })).status]).toEqual([key, 401]);
      expect((await place.call('GET /api/leads', { token: owner.token })).status).toBe(200);
    }
  });

  it('goes on when one more factor is set up', async () => {
    const owner = await person(server);
    await setUpApp(server, owner.token);
    const other = await person(server);
    await server.db
      .updateTable('sessions')
      .set({ user_id: owner.id, factor_proven_at: fromNow(0) })
      .where('user_id', '=', other.id)
      .execute();
    const { body } = await server.call('POST /api/auth/passkeys/options', { token: owner.token });
    const response = authenticatorFor(server).create(body.challenge);
    const added = await server.call('POST /api/auth/passkeys', {
      token: owner.token,
      body: { name: 'Phone', response },
    });
    expect(added.status).toBe(200);
    expect((await server.call('GET /api/auth', { token: other.token })).status).toBe(200);
  });

  it('can do nothing for a user with a factor but sign out and prove it', async () => {
    for (const place of [strict, server]) {
      const owner = await person(place, { admin: true });
      const { recoveryCodes } = await giveTotp(place, owner.id);
      await forgetProof(place, owner);
      const { token } = owner;
      for (const key of proofOfFactor) {
        const { status, body } = await place.call(key, { token });
        expect([key, status, body.confirm]).toEqual([key, 400, { methods: ['code'] }]);
      }
      expect((await place.call('GET /api/auth', { token })).status).toBe(200);
      const byPassword = { token, body: { password: testPassword } };
      expect((await place.call('POST /api/auth/confirm', byPassword)).status).toBe(400);
      const proven = await place.call('POST /api/auth/confirm', { token, body: { code: recoveryCodes[0] } });
      expect((await place.call('GET /api/leads', { token: proven.body.token })).status).toBe(200);
    }
  });

  it('sets up no factor beside another that is set up meanwhile', async () => {
    const owner = await person(server);
    const sessions = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const token = await signedIn(server, owner);
        const { body } = await server.call('POST /api/auth/passkeys/options', { token });
        return { token, response: authenticatorFor(server).create(body.challenge) };
      }),
    );
    const added = await Promise.all(
      sessions.map(({ token, response }) =>
        server.call('POST /api/auth/passkeys', { token, body: { name: 'Phone', response } }),
      ),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    const kept = await server.db
      .selectFrom('passkeys')
      .select('id')
      .where('user_id', '=', owner.id)
      .execute();
    expect(kept).toHaveLength(1);
  });
});

describe('a confirmation by the password', () => {
  it('proves no factor', async () => {
    const owner = await person(server);
    await forgetProof(server, owner);
    const body = { password: testPassword };
    expect((await server.call('POST /api/auth/confirm', { token: owner.token, body })).status).toBe(200);
    const proofs = server.db
      .selectFrom('sessions')
      .select('factor_proven_at')
      .where('user_id', '=', owner.id);
    expect(await proofs.execute()).toEqual([{ factor_proven_at: null }]);
  });
});

describe('a session with a factor', () => {
  it('removes or renews one within 15 minutes of the last proof of a factor', async () => {
    const owner = await person(server);
    const { recoveryCodes } = await giveTotp(server, owner.id);
    await server.db
      .updateTable('sessions')
      .set({ factor_proven_at: fromNow(-15 * minute) })
      .where('user_id', '=', owner.id)
      .execute();
    const calls = [
      'DELETE /api/auth/totp',
      'POST /api/auth/recovery-codes',
      'POST /api/auth/passkeys/options',
    ];
    for (const key of calls) {
      const { body } = await server.call(key, { token: owner.token });
      expect([key, body.confirm]).toEqual([key, { methods: ['code'] }]);
    }
    // Calls that ask for no confirmation stay open.
    expect((await server.call('GET /api/auth/factors', { token: owner.token })).status).toBe(200);
    const { body } = await server.call('POST /api/auth/confirm', {
      token: owner.token,
      body: { code: recoveryCodes[0] },
    });
    expect((await server.call('DELETE /api/auth/totp', { token: body.token })).status).toBe(200);
  });
});

describe('a wrong password at a confirmation', () => {
  const wrong = { password: 'a wrong password' };
  const confirm = (token: string, body: object = wrong) =>
    server.call('POST /api/auth/confirm', { token, body });
  const failures = async ({ id }: { id: string }) =>
    (
      await server.db
        .selectFrom('users')
        .select('failed_sign_ins')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).failed_sign_ins;
  const fail = ({ id }: { id: string }, times: number) =>
    server.db.updateTable('users').set({ failed_sign_ins: times }).where('id', '=', id).execute();
  const subjectsTo = async ({ email }: { email: string }) =>
    (await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).map(
      ({ subject }) => subject,
    );

  it('counts as a failed sign-in, until a right one', async () => {
    const owner = await person(server);
    for (let tries = 1; tries <= 3; tries++) {
      expect((await confirm(owner.token)).body.errors).toEqual([
        { msg: 'The password is not right', field: 'password' },
      ]);
      expect(await failures(owner)).toBe(tries);
    }
    expect((await confirm(owner.token, { password: testPassword })).status).toBe(200);
    expect(await failures(owner)).toBe(0);
  });

  it('is told to the owner at the fifth of a day, once', async () => {
    const owner = await person(server);
    for (let tries = 1; tries <= 4; tries++) await confirm(owner.token);
    expect(await subjectsTo(owner)).toEqual([]);
    for (let tries = 5; tries <= 8; tries++) await confirm(owner.token);
    expect(await subjectsTo(owner)).toEqual(['Wrong passwords for your account at Homequest']);
  });

  it('is the last but for a new password after 100, here as at a sign-in', async () => {
    const owner = await person(server);
    await fail(owner, 99);
    await confirm(owner.token);
    expect(await subjectsTo(owner)).toEqual(['Your password for Homequest no longer works']);
    expect((await confirm(owner.token, { password: testPassword })).body.msg).toBe(
      'The password is not right',
    );
    const again = await server.call('POST /api/auth', {
      body: { email: owner.email, password: testPassword },
    });
    expect(again.body.msg).toBe('Invalid Credentials');
  });

  it('counts in a change of the password, too', async () => {
    const owner = await person(server);
    const { body } = await server.call('POST /api/auth/change-password', {
      token: owner.token,
      body: { password: 'walnut tea kettle', current: 'a wrong password' },
    });
    expect(body.msg).toBe('The current password is not right');
    expect(await failures(owner)).toBe(1);
  });
});
