import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { day, minute } from '../../../../shared/time.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import type { UserRow } from '../../../tables/users.ts';
import { openSession } from './sessions.service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const open = (user: UserRow, { userAgent = firefox, address = '203.0.113.7' } = {}) =>
  openSession(server.db, user.id, { userAgent, address });

const list = async (token: string) => (await server.call('GET /api/auth/sessions', { token })).body;
const isAlive = async (token: string) => (await server.call('GET /api/auth', { token })).status === 200;

async function age(
  token: string,
  column: 'last_used_at' | 'created_at',
  milliseconds: number,
): Promise<void> {
  const [{ _id }] = await list(token);
  await server.db
    .updateTable('sessions')
    .set({ [column]: fromNow(-milliseconds) })
    .where('id', '=', _id)
    .execute();
}

describe('GET /api/auth/sessions', () => {
  it('lists my sessions with device, address and last use: this one first, then the last used', async () => {
    const user = await makeUser(server.db);
    const [older, newer, mine] = [
      await open(user),
      await open(user, { address: '2001:db8::/64' }),
      await open(user),
    ];
    await age(older, 'last_used_at', 3 * 60 * minute);
    await age(newer, 'last_used_at', 2 * 60 * minute);
    const sessions = await list(mine);
    expect(sessions).toEqual([
      {
        _id: expect.any(String),
        device: 'Firefox on Linux',
        address: '203.0.113.7',
        created: expect.any(String),
        lastUsed: expect.any(String),
        current: true,
      },
      expect.objectContaining({ address: '2001:db8::/64', current: false }),
      expect.objectContaining({ address: '203.0.113.7', current: false }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain(mine);
  });

  it('lists none that has expired, and no other user’s', async () => {
    const user = await makeUser(server.db);
    const [idle, old, mine] = [await open(user), await open(user), await open(user)];
    await age(idle, 'last_used_at', day);
    await age(old, 'created_at', 7 * day);
    await open(await makeUser(server.db));
    expect(await list(mine)).toHaveLength(1);
  });

  it('includes the current one among a hundred', async () => {
    const user = await makeUser(server.db);
    const mine = await open(user);
    await age(mine, 'last_used_at', 4 * minute);
    for (let number = 0; number < 101; number++) await open(user);
    const sessions = await list(mine);
    expect(sessions).toHaveLength(100);
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toEqual([sessions[0]]);
  });
});

describe('DELETE /api/auth/sessions/:id', () => {
  it('ends one of my sessions at once', async () => {
    const user = await makeUser(server.db);
    const [mine, other, third] = [await open(user), await open(user), await open(user)];
    const [{ _id }] = await list(other);
    const { status, body } = await server.call(`DELETE /api/auth/sessions/${_id}`, { token: mine });
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Session ended' } });
    expect(await Promise.all([mine, other, third].map(isAlive))).toEqual([true, false, true]);
    const again = await server.call(`DELETE /api/auth/sessions/${_id}`, { token: mine });
    expect(again).toMatchObject({ status: 404, body: { msg: 'Session not found' } });
  });

  it('does not find a session of another user, not even for an admin', async () => {
    const victim = await open(await makeUser(server.db));
    const [{ _id }] = await list(victim);
    for (const admin of [false, true]) {
      const token = await open(await makeUser(server.db, { admin }));
      const answer = await server.call(`DELETE /api/auth/sessions/${_id}`, { token });
      expect(answer).toMatchObject({ status: 404, body: { msg: 'Session not found' } });
    }
    expect(await isAlive(victim)).toBe(true);
  });

  it('may end the current session', async () => {
    const mine = await open(await makeUser(server.db));
    const [{ _id }] = await list(mine);
    expect((await server.call(`DELETE /api/auth/sessions/${_id}`, { token: mine })).status).toBe(200);
    expect(await isAlive(mine)).toBe(false);
  });
});

describe('DELETE /api/auth/sessions', () => {
  it('ends all of mine but this one', async () => {
    const user = await makeUser(server.db);
    const [mine, other, third] = [await open(user), await open(user), await open(user)];
    const stranger = await open(await makeUser(server.db));
    const { status, body } = await server.call('DELETE /api/auth/sessions', { token: mine });
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Sessions ended' } });
    expect(await Promise.all([mine, other, third, stranger].map(isAlive))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
