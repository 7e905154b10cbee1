import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodRequests } from '../../../../test/good-requests.ts';
import { upload } from '../../../../test/images.ts';
import { permissionMatrix } from '../../../../test/permission-matrix.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { giveTotp } from '../../../../test/second-factor.ts';
import { type Answer, secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { type ApiContract, apiCalls, apiContract } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { minute } from '../../../shared/time.ts';
import { uploads } from '../../features/docs/special-calls.ts';
import { fromNow, newId, now } from '../db/ids.ts';

const roles = ['visitor', 'member', 'owner', 'admin', 'suspended'] as const;
type Role = (typeof roles)[number];
type Statuses = Record<Role, number>;
type Specified = Statuses & { stale: number | 'asks' };

const cast: Record<Role, (server: TestServer, owner: Person) => Promise<Person | undefined>> = {
  visitor: async () => undefined,
  member: (server) => person(server),
  owner: async (_server, owner) => owner,
  admin: (server) => person(server, { admin: true }),
  suspended: (server) => person(server, { admin: true, suspended_at: now() }),
};

/** Sends a good request of a role by the session of a token, to this server or another on its database. */
type Send = (token: string | undefined, to?: TestServer) => Promise<Answer>;

/** A good request on a real object for a role, ready to be sent. */
async function prepare(
  server: TestServer,
  key: keyof ApiContract,
  role: Role,
): Promise<{ caller: Person | undefined; send: Send }> {
  const owner = await person(server);
  const scene = new Scene(server, owner, await cast[role](server, owner));
  const request = await goodRequests[key](scene);
  const params = new Map(Object.entries(request.params ?? {}));
  const path = key.replace(/:(\w+)/g, (_, name: string) => String(params.get(name))) + (request.query ?? '');
  const send: Send = (token, to = server) =>
    request.upload
      ? upload(to, token, request.upload, { path: path.replace(/^\w+ /, ''), field: uploads.get(key) })
      : to.call(path, { token, body: request.body });
  return { caller: scene.caller, send };
}

function messageOf(status: number, role: Role): string | undefined {
  if (status === 403) return 'User not authorized';
  if (status !== 401) return undefined;
  return role === 'visitor' ? 'No token, authorization denied' : 'Token is not valid';
}

/** Picks a role that can make the call. */
const mayMake = (key: keyof ApiContract): Role =>
  ['visitor', 'member', 'articles', 'testimonials'].includes(callOf(key).access) ? 'owner' : 'admin';

async function expectStatuses(
  server: TestServer,
  key: keyof ApiContract,
  expected: Specified,
): Promise<void> {
  const seen: Partial<Record<keyof Specified, number | 'asks'>> = {};
  const note = (role: Role, { status, body }: Answer) => {
    seen[role] = status;
    const message = messageOf(status, role);
    if (message) expect(body.msg).toBe(message);
  };
  const isRefused = (role: Role) => expected[role] === 401 || expected[role] === 403;
  const who = mayMake(key);
  // Refused callers send a valid request, and it must have no effect: the allowed caller makes it afterwards.
  const { caller, send } = await prepare(server, key, who);
  for (const role of roles)
    if (isRefused(role)) note(role, await send((await cast[role](server, await person(server)))?.token));
  await setSessionBack(server, caller, 15 * minute);
  const stale = await send(caller?.token);
  seen.stale = asksForConfirmation(key, stale) ? 'asks' : stale.status;
  await setSessionBack(server, caller, 0);
  if (!isRefused(who)) note(who, seen.stale === 'asks' ? await send(caller?.token) : stale);
  for (const role of roles) {
    if (seen[role]) continue;
    const own = await prepare(server, key, role);
    note(role, await own.send(own.caller?.token));
  }
  expect(seen).toEqual(expected);
}

async function setSessionBack(server: TestServer, caller: Person | undefined, by: number): Promise<void> {
  if (!caller) return;
  await server.db
    .updateTable('sessions')
    .set({ created_at: fromNow(-by) })
    .where('user_id', '=', caller.id)
    .execute();
}

function asksForConfirmation(key: keyof ApiContract, { status, body }: Answer): boolean {
  if (status !== 400 || !('confirm' in body)) return false;
  const msg =
    key === 'POST /api/auth/change-password'
      ? 'Please sign in again to change your password'
      : 'Please confirm that it is you';
  expect(body).toEqual({ errors: [{ msg }], msg, confirm: { methods: expect.any(Array) } });
  return true;
}

function readSpecification(): Map<string, Specified> {
  const [head, ...lines] = permissionMatrix.split('\n').filter((line) => line.trim() !== '');
  expect(head?.trim().split(/\s+/)).toEqual([...roles, 'stale']);
  return new Map(
    lines.map((line) => {
      const [method, path, ...columns] = line.split(/\s+/);
      const [visitor, member, owner, admin, suspended, fresh] = columns.map(Number);
      const stale = columns[5] === 'asks' ? 'asks' : fresh;
      if (!visitor || !member || !owner || !admin || !suspended || !stale)
        throw new Error(`Not a row: ${line}`);
      return [`${method} ${path}`, { visitor, member, owner, admin, suspended, stale }];
    }),
  );
}

const callOf = (key: keyof ApiContract): Call => apiCalls[key];
const isCall = (key: string): key is keyof ApiContract => key in apiContract;
const specified = readSpecification();
const calls = Object.keys(apiContract).filter(isCall);

describe('the specification of permissions', () => {
  it('has a row for every call, and a way to make it', () => {
    const missing = calls.filter((key) => !specified.has(key) || !(key in goodRequests));
    expect(missing, 'Calls without a row above, or without a request in test/good-requests.ts').toEqual([]);
  });

  it('has no row for a call that does not exist', () => {
    expect([...specified.keys()].filter((key) => !isCall(key))).toEqual([]);
  });
});

const github = createServer((_request, response) => response.end('[]'));
let githubUrl: string;

beforeAll(async () => {
  await once(github.listen(0, '127.0.0.1'), 'listening');
  const address = github.address();
  githubUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => github.close());

describe('permissions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ GITHUB_API_URL: githubUrl });
  });
  afterAll(() => server.stop());

  it.each([...specified])('%s', async (key, expected) => {
    if (isCall(key)) await expectStatuses(server, key, expected);
  });
});

/** The calls that are open to those who must have a second factor and have none (docs/security.md S1.14). */
const enrollment = `
POST   /api/auth/confirm
GET    /api/auth
DELETE /api/auth
GET    /api/auth/factors
POST   /api/auth/totp
PUT    /api/auth/totp
GET    /api/auth/passkeys
POST   /api/auth/passkeys/options
POST   /api/auth/passkeys
`;

const keysIn = (list: string) =>
  list
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\s+/).join(' '));

/** Each pair does and undoes one act. If only one of them asked for confirmation, the other would get around it. */
const actsAndUndos: [keyof ApiContract, keyof ApiContract][] = [
  ['POST /api/users', 'DELETE /api/users/:id'],
  ['POST /api/users/:id/suspend', 'POST /api/users/:id/reactivate'],
  ['POST /api/users/:id/invitation', 'DELETE /api/users/:id/invitation'],
  ['PUT /api/mail-texts/:kind', 'DELETE /api/mail-texts/:kind'],
  ['PUT /api/site/settings', 'POST /api/site/settings/versions/:number/restore'],
  ['POST /api/leads/templates', 'DELETE /api/leads/templates/:id'],
  ['POST /api/leads/views', 'DELETE /api/leads/views/:id'],
  ['POST /api/leads/bulk', 'POST /api/leads/bulk/:id/undo'],
  ['POST /api/leads/:id/link', 'POST /api/leads/:id/unlink'],
  ['PUT /api/posts/pin/:id', 'DELETE /api/posts/pin/:id'],
  ['PATCH /api/articles/:id', 'POST /api/articles/versions/:id/:version/restore'],
  ['POST /api/legal-holds', 'DELETE /api/legal-holds/:id'],
  ['POST /api/privacy-requests/entered', 'PATCH /api/privacy-requests/:id'],
  ['POST /api/webhooks', 'DELETE /api/webhooks/:id'],
  ['POST /api/api-tokens', 'DELETE /api/api-tokens/:id'],
  ['POST /api/auth/passkeys', 'DELETE /api/auth/passkeys/:id'],
  ['PUT /api/auth/totp', 'DELETE /api/auth/totp'],
  ['POST /api/closings/:id/approve', 'POST /api/closings/:id/withdraw'],
  ['POST /api/closings/:id/link', 'DELETE /api/closings/:id/link'],
  ['POST /api/joining/leads/:id/invitation', 'DELETE /api/joining/leads/:id/invitation'],
  ['POST /api/agreements/:id/countersign', 'POST /api/agreements/:id/end'],
];

describe('an act and its undo both ask for a confirmation, or neither does', () => {
  it.each(actsAndUndos)('%s, %s', (act, undo) => {
    const asks = (key: keyof ApiContract) => specified.get(key)?.stale === 'asks';
    expect(asks(undo)).toBe(asks(act));
  });
});

async function withoutFactor(server: TestServer, caller: Person | undefined): Promise<void> {
  if (!caller) return;
  await server.db.updateTable('users').set({ second_factor: false }).where('id', '=', caller.id).execute();
}

describe('permissions with SECOND_FACTOR=everyone of a user without one', () => {
  let server: TestServer;
  let strict: TestServer;
  beforeAll(async () => {
    server = await testServer({ GITHUB_API_URL: githubUrl });
    strict = await secondServer(server, { secondFactor: 'everyone' });
  });
  afterAll(async () => {
    await strict.stop();
    await server.stop();
  });

  const isOpen = (key: keyof ApiContract) =>
    callOf(key).access === 'visitor' || keysIn(enrollment).includes(key);

  it.each(calls.filter(isOpen))('%s', async (key) => {
    const { caller, send } = await prepare(server, key, 'member');
    await withoutFactor(server, caller);
    expect((await send(caller?.token, strict)).status).toBe(specified.get(key)?.member);
  });

  it.each(calls.filter((key) => !isOpen(key)))('%s', async (key) => {
    const caller = await person(server);
    await withoutFactor(server, caller);
    // A refusal comes first: the call needs no body, and its object does not exist.
    const { status, body } = await strict.call(key.replaceAll(/:\w+/g, newId()), { token: caller.token });
    expect(status).toBe(403);
    if (callOf(key).access === 'member') expect(body.msg).toBe('Please set up two-step verification first');
  });

  it('are those of everybody once there is one', async () => {
    const { id, token } = await person(server);
    expect((await strict.call('GET /api/posts', { token })).status).toBe(403);
    await giveTotp(server, id);
    expect((await strict.call('GET /api/posts', { token })).status).toBe(200);
  });
});

describe('permissions with SECOND_FACTOR=admins', () => {
  it('ask admins only', async () => {
    const server = await testServer({ SECOND_FACTOR: 'admins' });
    const tokens = [(await person(server)).token, (await person(server, { admin: true })).token];
    const statuses = tokens.map(async (token) => (await server.call('GET /api/posts', { token })).status);
    expect(await Promise.all(statuses)).toEqual([200, 403]);
    await server.stop();
  });
});

describe('permissions with HANDBOOK_EDITORS=members', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ HANDBOOK_EDITORS: 'members' });
  });
  afterAll(() => server.stop());

  it.each(calls.filter((key) => callOf(key).access === 'handbook'))('%s', async (key) => {
    const expected = specified.get(key);
    if (expected) await expectStatuses(server, key, { ...expected, member: 200, owner: 200 });
  });
});

describe('permissions with CONTENT_EDITORS=admins', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ CONTENT_EDITORS: 'admins' });
  });
  afterAll(() => server.stop());

  const forEditors = calls.filter((key) => {
    return ['articles', 'testimonials'].includes(callOf(key).access);
  });

  it.each(forEditors)('%s', async (key) => {
    const expected = specified.get(key);
    if (expected) await expectStatuses(server, key, { ...expected, member: 403, owner: 403, stale: 403 });
  });
});
