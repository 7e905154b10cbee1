import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callOf, calls, pathOf } from '../../../../test/calls.ts';
import { goodRequests, isAboutOthers } from '../../../../test/good-requests.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { type TokenScope, tokenPrefix, tokenScopes } from '../../../shared/api-tokens/token-scope-names.ts';
import { opensCall, scopeOf } from '../../../shared/api-tokens/token-scopes.ts';
import { day, hour } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { limits } from '../../platform/http/rate-limits.ts';
import { hashToken } from '../../platform/tokens.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('api_tokens').execute();
  admin = await person(server, { admin: true, name: 'Ada Admin' });
});

const call = (key: string, body?: unknown) => server.call(key, { token: admin.token, body });

async function create(scopes: readonly TokenScope[], given: object = {}) {
  const { status, body } = await call('POST /api/api-tokens', { name: 'CRM', scopes, days: 90, ...given });
  expect(body).toMatchObject({ apiToken: { active: true } });
  expect(status).toBe(200);
  return { id: String(body.apiToken._id), token: String(body.token) };
}

const statusOf = async (key: string, token: string) => (await server.call(key, { token })).status;
const listed = async () => (await call('GET /api/api-tokens')).body;

describe('a token', () => {
  it('is shown once, and only its hash is stored', async () => {
    const began = Date.now();
    const { id, token } = await create(['leads:write', 'members:read'], { days: 30 });
    expect(token).toMatch(/^hq_[\w-]{43}$/);
    const [row] = await listed();
    expect(row).toEqual({
      _id: id,
      name: 'CRM',
      scopes: ['leads:write', 'members:read'],
      active: true,
      used: null,
      by: { _id: admin.id, name: 'Ada Admin' },
      created: expect.any(String),
      expires: expect.any(String),
    });
    for (const made of [Date.parse(row.created), Date.parse(row.expires) - 30 * day]) {
      expect(made).toBeGreaterThanOrEqual(began);
      expect(made).toBeLessThanOrEqual(Date.now());
    }
    const rows = await server.db.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify([row, rows])).not.toContain(token.slice(3));
  });

  it('calls as its maker, under its own name too, and shows when it was used', async () => {
    const { id, token } = await create(['leads:write']);
    const scene = new Scene(server, admin, undefined);
    const lead = await scene.lead();
    const { status } = await server.call(`PATCH /api/leads/${lead}`, {
      token,
      body: { status: 'contacted' },
    });
    expect(status).toBe(200);
    const events = await call(`GET /api/leads/${lead}/events`);
    expect(events.body[0]).toMatchObject({ kind: 'stage', author: 'Ada Admin (CRM)' });
    const audit = await call('GET /api/audit?limit=1');
    expect(audit.body).toMatchObject([{ action: 'lead.updated', actor: { _id: admin.id } }]);
    expect((await listed()).find((each: { _id: string }) => each._id === id).used).not.toBeNull();
  });

  it('is asked for no confirmation, which it could not give', async () => {
    const { id, token } = await create(['leads:write']);
    await setToken(id, { created_at: fromNow(-5 * hour) });
    const lead = await new Scene(server, admin, undefined).lead();
    expect(await statusOf(`DELETE /api/leads/${lead}`, token)).toBe(200);
  });

  it.each([
    ['it has expired', (id: string) => setToken(id, { expires_at: fromNow(-1000) })],
    ['it was revoked', (id: string) => call(`DELETE /api/api-tokens/${id}`)],
    ['its maker is suspended', () => setMaker({ suspended_at: now() })],
    ['its maker is no admin any more', () => setMaker({ admin: false })],
    ['its maker is deleted', () => server.db.deleteFrom('users').where('id', '=', admin.id).execute()],
    ['the sessions of its maker are ended', () => byOther(`DELETE /api/users/${admin.id}/sessions`)],
    ['all sessions are ended', () => byOther('DELETE /api/users/sessions')],
  ])('does not work when %s', async (_when, change) => {
    const { id, token } = await create(['leads:read']);
    expect(await statusOf('GET /api/leads', token)).toBe(200);
    await change(id);
    expect(await server.call('GET /api/leads', { token })).toMatchObject({
      status: 401,
      body: { msg: 'Token is not valid' },
    });
  });

  const setToken = (id: string, changes: { created_at?: string; expires_at?: string }) =>
    server.db.updateTable('api_tokens').set(changes).where('id', '=', id).execute();
  const setMaker = (changes: { suspended_at?: string; admin?: boolean }) =>
    server.db.updateTable('users').set(changes).where('id', '=', admin.id).execute();
  async function byOther(key: string) {
    const { token } = await person(server, { admin: true });
    expect((await server.call(key, { token })).status).toBe(200);
  }

  it('outlives a change of the password, and goes 30 days after it has expired', async () => {
    const { id, token } = await create(['leads:read']);
    const body = { password: 'walnut tea kettle wind' };
    const changed = await call('POST /api/auth/change-password', body);
    expect(changed.status).toBe(200);
    expect(await statusOf('GET /api/leads', token)).toBe(200);
    const count = async () => (await server.db.selectFrom('api_tokens').select('id').execute()).length;
    await setToken(id, { expires_at: fromNow(-29 * day) });
    await eraseOldData(server);
    expect(await count()).toBe(1);
    await setToken(id, { expires_at: fromNow(-31 * day) });
    await eraseOldData(server);
    expect(await count()).toBe(0);
  });

  it('is not taken for that of a session that begins like one', async () => {
    const token = `${tokenPrefix}${admin.token.slice(tokenPrefix.length)}`;
    await server.db
      .updateTable('sessions')
      .set({ token_hash: hashToken(token) })
      .where('user_id', '=', admin.id)
      .execute();
    expect(await statusOf('GET /api/auth', token)).toBe(200);
  });

  it('is counted apart from its maker', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    const maker = await person(limited, { admin: true });
    const body = { name: 'CRM', scopes: ['leads:read'], days: 1 };
    const { body: made } = await limited.call('POST /api/api-tokens', { token: maker.token, body });
    const count = () => limited.call('GET /api/leads/new-count', { token: made.token });
    for (let n = 0; n < limits.api.limit; n += 50) await Promise.all(Array.from({ length: 50 }, count));
    expect((await limited.call('GET /api/leads', { token: made.token })).status).toBe(429);
    expect((await limited.call('GET /api/leads', { token: maker.token })).status).toBe(200);
    await limited.stop();
  });
});

describe('making and revoking', () => {
  it('are in the audit log and the security log', async () => {
    const { id } = await create(['leads:read', 'system:read'], { days: 1 });
    expect(await call(`DELETE /api/api-tokens/${id}`)).toMatchObject({
      status: 200,
      body: { msg: 'API token revoked' },
    });
    const audit = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'object_name', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      {
        action: 'api-token.created',
        actor_name: 'Ada Admin',
        object_name: 'CRM',
        details: 'leads:read, system:read for 1 day',
      },
      { action: 'api-token.revoked', actor_name: 'Ada Admin', object_name: 'CRM', details: '' },
    ]);
    const events = async () => (await call(`GET /api/security-log?user=${admin.id}`)).body;
    await expect
      .poll(async () => (await events()).map(({ event }: { event: string }) => event))
      .toEqual(['api-token.revoked', 'api-token.created']);
  });

  it.each([
    [{ name: ' ' }, 'Name is required', 'name'],
    [{ scopes: [] }, 'Choose at least one scope', 'scopes'],
    [{ scopes: ['leads:delete'] }, 'Scope is not known', 'scopes.0'],
    [{ days: 0 }, 'A token is valid for at least a day', 'days'],
    [{ days: 366 }, 'A token is valid for at most 365 days', 'days'],
    [{ days: 1.5 }, 'Days must be a whole number', 'days'],
  ])('refuse %j', async (given, msg, field) => {
    const body = { name: 'CRM', scopes: ['leads:read'], days: 1, ...given };
    expect(await call('POST /api/api-tokens', body)).toMatchObject({
      status: 400,
      body: { errors: [{ msg, field }] },
    });
  });

  it('are limited, and know what is missing', async () => {
    for (let count = 0; count < 20; count++) await create(['leads:read']);
    const body = { name: 'CRM', scopes: ['leads:read'], days: 1 };
    expect((await call('POST /api/api-tokens', body)).body.msg).toBe('There can be at most 20 API tokens');
    expect(await call(`DELETE /api/api-tokens/${newId()}`)).toMatchObject({
      status: 404,
      body: { msg: 'API token not found' },
    });
  });
});

const signedIn = calls.filter((key) => callOf(key).access !== 'visitor');
const closed = { status: 403, body: { msg: "This token can't do that" } };

describe('the table of scopes', () => {
  it('opens of the sensitive calls these alone, and nothing that is in no scope', () => {
    expect(signedIn.filter((key) => callOf(key).confirm === 'needed' && scopeOf(key) !== null)).toEqual([
      'GET /api/users/bulk/:id/failed',
      'PUT /api/licenses/:id',
      'PUT /api/onboarding/templates/:plan',
      'DELETE /api/leads/:id',
      'POST /api/leads/:id/link',
      'POST /api/leads/:id/unlink',
      'POST /api/leads/templates',
      'PUT /api/leads/templates/:id',
      'DELETE /api/leads/templates/:id',
      'POST /api/closings/:id/paid',
      'POST /api/closings/:id/fell-through',
    ]);
    expect(opensCall(tokenScopes, 'GET /api/no-such-call')).toBe(false);
    expect(opensCall(['leads:write'], 'GET /api/leads')).toBe(true);
    expect(opensCall(['leads:read'], 'PATCH /api/leads/:id')).toBe(false);
  });

  it('lets a scope of reading change nothing', () => {
    // Previews are a POST for their size.
    const changing = signedIn.filter((key) => scopeOf(key)?.endsWith(':read') && !key.startsWith('GET '));
    expect(changing).toEqual(['POST /api/articles/preview', 'POST /api/articles/page-preview']);
  });
});

describe('a token of every scope may make what the table opens, one of another scope nothing', () => {
  it.each(signedIn)('%s', async (key) => {
    const scope = scopeOf(key);
    const { token } = await create(tokenScopes);
    const owner = isAboutOthers(key) ? await person(server, { admin: true }) : admin;
    const scene = new Scene(server, owner, admin);
    const { params, body } = await goodRequests[key](scene);
    const path = pathOf(key, params);
    const others = tokenScopes.filter((each) => each.split(':')[0] !== scope?.split(':')[0]);
    const { token: other } = await create(others);
    expect(await server.call(path, { token: other, body })).toMatchObject(closed);
    const answer = await server.call(path, { token, body });
    if (scope === null) expect(answer).toMatchObject(closed);
    // Past the scope, an upload asks for its file.
    else expect(answer.status).toBe(/\/(image|files)$/.test(key) ? 400 : 200);
  });
});
