import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser, testPassword } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { UserRow } from '../../tables/users.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await testServer();
  admin = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const open = ({ id }: UserRow) => openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' });
const isAlive = async (token: string) => (await server.call('GET /api/auth', { token })).status === 200;
const end = (id: string, token?: string) => server.call(`DELETE /api/users/${id}/sessions`, { token });
const signIn = ({ email }: UserRow, device?: string) =>
  server.call('POST /api/auth', { body: { email, password: testPassword, device } });
const audited = async (name: string) => {
  const { body } = await server.call('GET /api/audit?action=sessions.ended', { token: admin });
  return body.filter(({ object }: { object: { name: string } }) => object.name === name).length;
};

describe('DELETE /api/users/:id/sessions', () => {
  it('ends the sessions of one user, forgets their devices, and is audited', async () => {
    const [user, other] = [await makeUser(server.db, { name: 'Ended User' }), await makeUser(server.db)];
    const tokens = [await open(user), (await signIn(user, '')).body.token];
    const theirs = await open(other);
    const { status, body } = await end(user.id, admin);
    expect({ status, id: body._id }).toEqual({ status: 200, id: user.id });
    expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false]);
    expect(await Promise.all([theirs, admin].map(isAlive))).toEqual([true, true]);
    const devices = server.db.selectFrom('known_devices').selectAll().where('user_id', '=', user.id);
    expect(await devices.execute()).toEqual([]);
    expect((await signIn(user)).status).toBe(200);
    expect(await audited('Ended User')).toBe(1);
  });

  it('is for admins, and for users that there are', async () => {
    const user = await makeUser(server.db);
    const mine = await open(user);
    expect((await end(user.id)).status).toBe(401);
    expect((await end(user.id, mine)).status).toBe(403);
    expect((await server.call('DELETE /api/users/sessions', { token: mine })).status).toBe(403);
    for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense'])
      expect(await end(id, admin)).toMatchObject({ status: 404, body: { msg: 'User not found' } });
    expect(await isAlive(mine)).toBe(true);
  });
});

describe('DELETE /api/users/sessions', () => {
  it("ends everybody's sessions but the current one, and keeps its device alone", async () => {
    const user = await makeUser(server.db);
    const chief = await makeUser(server.db, { admin: true });
    const [theirs, elsewhere] = [(await signIn(user, '')).body.token, (await signIn(chief, '')).body.token];
    const { token, device } = (await signIn(chief, '')).body;
    const { status, body } = await server.call('DELETE /api/users/sessions', { token });
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Sessions ended' } });
    expect(await Promise.all([theirs, elsewhere, admin, token].map(isAlive))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const devices = await server.db.selectFrom('known_devices').select('user_id').execute();
    expect(devices).toEqual([{ user_id: chief.id }]);
    expect((await signIn(chief, device)).body.device).toBe(device);
    admin = token;
    expect(await audited('Everyone')).toBe(1);
  });
});
