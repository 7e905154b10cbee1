import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, calls, pathOf } from '../../../../test/calls.ts';
import { testPassword } from '../../../../test/factories.ts';
import { goodRequests } from '../../../../test/good-requests.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { giveTotp } from '../../../../test/second-factor.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { ApiContract } from '../../../shared/api.contract.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow } from '../db/ids.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** Minutes since each; null for never. */
interface Ages {
  created: number;
  confirmed: number | null;
  factor?: number;
}

const ago = (minutes: number | null) => (minutes === null ? null : fromNow(-minutes * minute));

async function age({ id }: Person, { created, confirmed, factor }: Ages): Promise<void> {
  await server.db
    .updateTable('sessions')
    .set({
      created_at: fromNow(-created * minute),
      confirmed_at: ago(confirmed),
      factor_proven_at: ago(factor ?? null),
    })
    .where('user_id', '=', id)
    .execute();
}

async function aged(ages: Ages): Promise<Person> {
  const admin = await person(server, { admin: true });
  await age(admin, ages);
  return admin;
}

/** Whether a good request is asked to confirm; anything else is success. */
async function isAsked(key: keyof ApiContract, caller: Person): Promise<boolean> {
  const owner = await person(server);
  const { params, query = '', body } = await goodRequests[key](new Scene(server, owner, caller));
  const answer = await server.call(pathOf(key, params) + query, { token: caller.token, body });
  if (answer.status === 200) return false;
  expect([key, answer.status, answer.body.msg]).toEqual([key, 400, 'Please confirm that it is you']);
  return true;
}

const daily = [
  'POST /api/closings/:id/approve',
  'POST /api/dues/paid',
  'POST /api/agreements/:id/countersign',
  'POST /api/joining/members/:id/checks',
  'PUT /api/licenses/:id',
] satisfies (keyof ApiContract)[];
const guarded = [
  'POST /api/users',
  'POST /api/api-tokens',
  'GET /api/closings/export',
  'PUT /api/dues/settings',
] satisfies (keyof ApiContract)[];

describe('a confirmation', () => {
  it.each(daily)('counts an hour for %s, and a sign-in 15 minutes', async (key) => {
    expect(await isAsked(key, await aged({ created: 60, confirmed: 60 }))).toBe(true);
    expect(await isAsked(key, await aged({ created: 15, confirmed: null }))).toBe(true);
    expect(await isAsked(key, await aged({ created: 59, confirmed: 59 }))).toBe(false);
  });

  it.each(guarded)('counts 15 minutes for %s', async (key) => {
    expect(await isAsked(key, await aged({ created: 16, confirmed: 16 }))).toBe(true);
    expect(await isAsked(key, await aged({ created: 14, confirmed: 14 }))).toBe(false);
  });

  it('is stored with the session, and counts for it only', async () => {
    const admin = await person(server, { admin: true });
    const { token } = await server.made('POST /api/auth/confirm', {
      token: admin.token,
      body: { password: testPassword },
    });
    const { token: other } = await server.made('POST /api/auth', {
      body: { email: admin.email, password: testPassword },
    });
    await server.db
      .updateTable('sessions')
      .set({ created_at: fromNow(-15 * minute) })
      .where('user_id', '=', admin.id)
      .execute();
    expect(await isAsked('POST /api/dues/paid', { ...admin, token })).toBe(false);
    expect(await isAsked('POST /api/dues/paid', { ...admin, token: other })).toBe(true);
  });

  it('of someone with a second factor counts as long as the proof of that', async () => {
    const admin = await person(server, { admin: true });
    await giveTotp(server, admin.id);
    await age(admin, { created: 59, confirmed: 59, factor: 60 });
    expect(await isAsked('POST /api/dues/paid', admin)).toBe(true);
    await age(admin, { created: 59, confirmed: 59, factor: 59 });
    expect(await isAsked('POST /api/dues/paid', admin)).toBe(false);
    expect(await isAsked('POST /api/users', admin)).toBe(true);
  });

  it('counts an hour for no account, right, token, file or setting', () => {
    const longer = calls.filter((key) => callOf(key).confirmed !== undefined);
    expect(longer.filter((key) => key.startsWith('GET ') || key.endsWith('/settings'))).toEqual([]);
    expect(new Set(longer.map((key) => key.split('/')[2]))).toEqual(
      new Set([
        'agreements',
        'my-closings',
        'closings',
        'compliance',
        'dues',
        'joining',
        'licenses',
        'onboarding',
      ]),
    );
  });
});
