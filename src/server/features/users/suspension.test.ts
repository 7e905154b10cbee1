import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser, testPassword } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const auditEventsOn = async (id: string) => {
  const rows = await server.db.selectFrom('audit_log').select('action').where('object_id', '=', id).execute();
  return rows.map(({ action }) => action);
};

describe('POST /api/users/:id/suspend and /reactivate', () => {
  it('ends the sessions at once, and lets them in again only once reactivated', async () => {
    const { id, email } = await makeUser(server.db);
    const theirs = await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' });
    const signIn = () => server.call('POST /api/auth', { body: { email, password: testPassword } });

    const suspended = await server.call(`POST /api/users/${id}/suspend`, { token });
    expect(suspended).toMatchObject({ status: 200, body: { _id: id, state: 'suspended' } });
    expect((await server.call('GET /api/auth', { token: theirs })).status).toBe(401);
    expect(await signIn()).toMatchObject({ status: 400, body: { msg: 'Invalid Credentials' } });

    const active = await server.call(`POST /api/users/${id}/reactivate`, { token });
    expect(active).toMatchObject({ status: 200, body: { _id: id, state: 'active' } });
    expect((await signIn()).status).toBe(200);
    expect((await server.call('GET /api/auth', { token: theirs })).status).toBe(401);
    expect(await auditEventsOn(id)).toEqual(['user.suspended', 'user.reactivated']);
  });

  it('says it again when it is so already, and records nothing more', async () => {
    const { id } = await makeUser(server.db);
    expect((await server.call(`POST /api/users/${id}/reactivate`, { token })).body.state).toBe('active');
    for (let time = 0; time < 2; time++) {
      expect((await server.call(`POST /api/users/${id}/suspend`, { token })).body.state).toBe('suspended');
    }
    expect(await auditEventsOn(id)).toEqual(['user.suspended']);
  });

  it('disables the open invitation of a user who has not accepted it', async () => {
    const body = { name: 'Ivy', email: 'ivy@example.com' };
    const { _id } = (await server.call('POST /api/users', { token, body })).body;
    const suspended = await server.call(`POST /api/users/${_id}/suspend`, { token });
    expect(suspended.body).toMatchObject({ state: 'suspended', invitedUntil: null });
    const again = await server.call(`POST /api/users/${_id}/invitation`, { token });
    expect(again).toMatchObject({ status: 400, body: { msg: 'This user is suspended' } });
    const active = await server.call(`POST /api/users/${_id}/reactivate`, { token });
    expect(active.body).toMatchObject({ state: 'invited', invitedUntil: null });
  });
});
