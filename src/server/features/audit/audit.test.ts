import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { type AuditEvent, recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const record = (actor: { id: string; name: string } | undefined, event: AuditEvent) =>
  inTransaction(server.db, (transaction) => recordAuditEvent(transaction, actor, event));

const event = (action: AuditEvent['action'], name: string): AuditEvent => ({
  action,
  object: { id: name, name },
});

describe('GET /api/audit', () => {
  it('answers what was done, newest first, a page at a time', async () => {
    const actor = await makeUser(server.db, { name: 'Ada Admin' });
    for (const number of [1, 2, 3]) await record(actor, event('mail.retried', `Mail ${number}`));

    const first = await server.call('GET /api/audit?limit=2&action=mail.retried', { token });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject([
      { actor: { _id: actor.id, name: 'Ada Admin' }, object: { name: 'Mail 3' }, details: '' },
      { object: { name: 'Mail 2' } },
    ]);
    const link = first.headers.get('link') ?? '';
    const next = await server.call(`GET ${/<(.+)>; rel="next"/.exec(link)?.[1]}`, { token });
    expect(next.body).toMatchObject([{ object: { name: 'Mail 1' } }]);
    expect(next.headers.get('link')).toBeNull();
  });

  it('filters by who did it, and separates events of the server', async () => {
    const actor = await makeUser(server.db);
    await record(actor, event('user.suspended', 'Somebody'));
    await record(undefined, event('user.suspended', 'Somebody else'));
    const { body } = await server.call(`GET /api/audit?actor=${actor.id}`, { token });
    expect(body).toMatchObject([{ action: 'user.suspended', object: { name: 'Somebody' } }]);
    const all = await server.call('GET /api/audit?action=user.suspended', { token });
    expect(all.body[0]).toMatchObject({ actor: null, object: { name: 'Somebody else' } });
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=garbage', 'action=nothing', 'actor=1'])(
    'rejects %s',
    async (query) => {
      const { status, body } = await server.call(`GET /api/audit?${query}`, { token });
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
    },
  );

  it('is for admins', async () => {
    expect((await server.call('GET /api/audit')).status).toBe(401);
    const member = await makeToken(server.db);
    expect(await server.call('GET /api/audit', { token: member })).toMatchObject({
      status: 403,
      body: { msg: 'User not authorized' },
    });
  });
});

describe('GET /api/audit/actors', () => {
  it('names everybody who did something once, also those who have gone', async () => {
    const gone = await makeUser(server.db, { name: 'Zora Gone' });
    const here = await makeUser(server.db, { name: 'Yann Here' });
    await makeUser(server.db, { name: 'Xeno Idle' });
    for (const actor of [gone, here, gone, undefined]) await record(actor, event('mail.retried', 'A mail'));
    await server.db.deleteFrom('users').where('id', '=', gone.id).execute();
    const { status, body } = await server.call('GET /api/audit/actors', { token });
    expect(status).toBe(200);
    expect(body.slice(-2)).toEqual([
      { _id: here.id, name: 'Yann Here' },
      { _id: gone.id, name: 'Zora Gone' },
    ]);
    expect(JSON.stringify(body)).not.toContain('Xeno Idle');
  });

  it('is for admins', async () => {
    expect((await server.call('GET /api/audit/actors')).status).toBe(401);
    const member = await makeToken(server.db);
    expect((await server.call('GET /api/audit/actors', { token: member })).status).toBe(403);
  });
});
