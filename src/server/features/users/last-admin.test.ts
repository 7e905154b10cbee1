import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { UserRow } from '../../tables/users.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.stop());

async function makeAdmin(given: Partial<UserRow> = {}) {
  const user = await makeUser(server.db, { admin: true, ...given });
  const token = await openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
  return { ...user, token };
}

const activeAdmins = () =>
  server.db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('suspended_at', 'is', null)
    .where('password_hash', 'is not', null)
    .execute();

type Person = Pick<UserRow, 'id' | 'name' | 'email'>;

const demote = (token: string, { id, name, email }: Person) =>
  server.call(`PUT /api/users/${id}`, { token, body: { name, email, admin: false } });
const suspend = (token: string, { id }: Person) => server.call(`POST /api/users/${id}/suspend`, { token });
const remove = (token: string, { id }: Person) => server.call(`DELETE /api/users/${id}`, { token });

describe('the last active admin', () => {
  it('can be neither demoted, nor suspended, nor deleted', async () => {
    const admin = await makeAdmin();
    await makeUser(server.db);
    await makeUser(server.db, { admin: true, suspended_at: new Date().toISOString() });
    await makeUser(server.db, { admin: true, password_hash: null });

    expect(await demote(admin.token, admin)).toMatchObject({
      status: 200,
      body: {
        status: 'error',
        message: 'The last active admin cannot be demoted. Make someone else an admin first.',
      },
    });
    expect(await suspend(admin.token, admin)).toMatchObject({
      status: 400,
      body: { msg: 'The last active admin cannot be suspended. Make someone else an admin first.' },
    });
    expect(await remove(admin.token, admin)).toMatchObject({
      status: 400,
      body: { msg: 'The last active admin cannot be deleted. Make someone else an admin first.' },
    });
    expect(await activeAdmins()).toEqual([{ id: admin.id }]);
    expect((await server.call('GET /api/auth', { token: admin.token })).status).toBe(200);
    expect((await server.call('GET /api/audit', { token: admin.token })).body).toEqual([]);
  });

  it('can still change their name and email', async () => {
    const { id, token } = await makeAdmin();
    const body = { name: 'New Name', email: 'new@example.com', admin: true };
    expect((await server.call(`PUT /api/users/${id}`, { token, body })).body).toMatchObject(body);
  });

  it('is free once there is another one', async () => {
    const admin = await makeAdmin();
    await makeAdmin();
    expect((await demote(admin.token, admin)).body).toMatchObject({ admin: false });
  });

  it('allows the deletion of admins who cannot sign in', async () => {
    const { token } = await makeAdmin();
    const invited = await makeUser(server.db, { admin: true, password_hash: null });
    const suspended = await makeUser(server.db, { admin: true, suspended_at: new Date().toISOString() });
    expect((await remove(token, invited)).status).toBe(200);
    expect((await demote(token, suspended)).body).toMatchObject({ admin: false });
  });

  // Repeated, because a race is not lost every time.
  it.each([1, 2, 3, 4])(
    'is left when two admins demote each other and themselves, 100 times at once (%i)',
    async () => {
      const [one, other] = [await makeAdmin(), await makeAdmin()];
      const pairs = [
        [one, other],
        [other, one],
        [one, one],
        [other, other],
      ] as const;
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => pairs.map(([by, target]) => demote(by.token, target))).flat(),
      );
      // 401 and 403 for those demoted in between.
      expect(
        [...new Set(answers.map(({ status }) => status))].filter((s) => ![200, 401, 403].includes(s)),
      ).toEqual([]);
      expect(answers.some(({ body }) => body.admin === false)).toBe(true);
      expect(await activeAdmins()).toHaveLength(1);
    },
  );

  it('is left when eight admins demote, suspend and delete each other at once', async () => {
    const admins = await Promise.all(Array.from({ length: 8 }, () => makeAdmin()));
    const auditEvents = [demote, suspend, remove];
    const answers = await Promise.all(
      admins.flatMap((by, at) => admins.map((target, to) => auditEvents[(at + to) % 3]?.(by.token, target))),
    );
    expect(answers.every((answer) => answer !== undefined && answer.status < 500)).toBe(true);
    expect((await activeAdmins()).length).toBeGreaterThanOrEqual(1);
  });
});
