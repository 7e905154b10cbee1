import { expect, it } from 'vitest';
import { makeUser, testPassword } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/server.ts';
import { limits } from '../../../platform/http/rate-limits.ts';

it('a known device may not be wrong more often when it tries 40 times at once', async () => {
  const server = await testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  try {
    const { email } = await makeUser(server.db);
    const signIn = (given: object, from: string) =>
      server.call('POST /api/auth', {
        body: { email, password: testPassword, ...given },
        headers: { 'x-forwarded-for': from },
      });
    const { device } = (await signIn({ device: '' }, '10.0.0.1')).body;
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => signIn({ password: 'wrong password', device }, '10.0.0.2')),
    );
    // As a device, and as a stranger at this address; what a busy queue refuses does not count.
    const most = limits.signInDevice.limit + limits.signInBurst.limit;
    const statuses = tries.map(({ status }) => status);
    expect(statuses.every((status) => [400, 429, 503].includes(status))).toBe(true);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(most);
    expect((await signIn({ device }, '10.0.0.3')).status).toBe(200);
  } finally {
    await server.stop();
  }
});

it('100 first sign-ins at once leave 20 devices, each with a session', async () => {
  const open = await testServer();
  try {
    const { id, email } = await makeUser(open.db);
    const body = { email, password: testPassword, device: '' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => open.call('POST /api/auth', { body })),
    );
    const signedIn = answers.filter(({ status }) => status === 200);
    expect(signedIn.length).toBeGreaterThan(20);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    const rows = await open.db.selectFrom('known_devices').select('id').where('user_id', '=', id).execute();
    expect(rows).toHaveLength(20);
    const devices = await open.db
      .selectFrom('sessions')
      .innerJoin('known_devices', 'known_devices.id', 'sessions.device_id')
      .select('known_devices.id')
      .where('sessions.user_id', '=', id)
      .execute();
    expect(new Set(devices.map((device) => device.id)).size).toBe(20);
  } finally {
    await open.stop();
  }
});
