import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser, testPassword } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { giveTotp } from '../../../../test/second-factor.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { sendInvitation } from './invitations.service.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

let made = 0;
const person = (given: object = {}) => {
  made++;
  return { name: `New Person ${made}`, email: `new${made}@example.com`, admin: false, ...given };
};

const sessionOf = (userId: string) =>
  openSession(server.db, userId, { userAgent: 'test', address: '127.0.0.1' });

const mailsTo = (email: string) =>
  server.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();

const auditEventsOn = async (id: string) => {
  const rows = await server.db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute();
  return rows.map(({ actor_name, action, object_name, details }) => [
    actor_name,
    action,
    object_name,
    details,
  ]);
};

const create = (given: object = {}) => server.made('POST /api/users', { token, body: person(given) });

describe('POST /api/users', () => {
  it('creates a user who has to accept an invitation, and puts it on record', async () => {
    const { status, body } = await server.call('POST /api/users', {
      token,
      body: { name: '  Zoé Ríos ', email: ' Zoe.Rios@Example.com ', admin: true, state: 'active', _id: 'x' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: expect.any(String),
      name: 'Zoé Ríos',
      email: 'zoe.rios@example.com',
      admin: true,
      recruiting: false,
      coordinator: false,
      compliance: false,
      content: false,
      date: expect.any(String),
      state: 'invited',
      invitedUntil: expect.any(String),
      lastSignIn: null,
      secondFactor: false,
    });
    const days = (Date.parse(body.invitedUntil) - Date.now()) / day;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    expect(await auditEventsOn(body._id)).toEqual([['Ada Admin', 'user.created', 'Zoé Ríos', 'admin: yes']]);
    expect(await mailsTo('zoe.rios@example.com')).toMatchObject([
      { subject: 'Your invitation to Homequest' },
    ]);
  });

  it('makes an admin only on request', async () => {
    const { admin: _, ...body } = person();
    expect((await server.call('POST /api/users', { token, body })).body.admin).toBe(false);
  });

  it('answers 200 with an error when the email is taken, in whatever case, and sends nothing', async () => {
    const { email } = await create();
    const again = await server.call('POST /api/users', {
      token,
      body: person({ email: email.toUpperCase() }),
    });
    expect(again).toMatchObject({ status: 200, body: { status: 'error', message: 'User already exists' } });
    expect(again.body).not.toHaveProperty('_id');
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('creates one of 30 users with the same email at once', async () => {
    const body = person();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => server.call('POST /api/users', { token, body })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter((answer) => '_id' in answer.body)).toHaveLength(1);
    expect(await mailsTo(body.email)).toHaveLength(1);
  });

  it.each([
    [{}, ['Name is required', 'Please include a valid email']],
    [{ name: ' ', email: 'nobody' }, ['Name is required', 'Please include a valid email']],
    [person({ admin: 'false' }), ['Admin must be true or false']],
    [person({ admin: null }), ['Admin must be true or false']],
    [person({ name: 7 }), ['Name must be text']],
    [person({ name: 'Ann → Bea; email: a@x.example → b' }), ['Name must not have an arrow and a colon']],
    [person({ name: 'a'.repeat(101) }), ['Name must be at most 100 characters']],
    [person({ email: `${'a'.repeat(250)}@example.com` }), ['Please include a valid email']],
    [person({ email: 'a'.repeat(255) }), ['Please include a valid email']],
    [person({ email: ['a@example.com'] }), ['Please include a valid email']],
  ])('rejects %j', async (body, messages) => {
    const answer = await server.call('POST /api/users', { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ msg }: { msg: string }) => msg)).toEqual(messages);
  });
});

describe('GET /api/users', () => {
  it('answers all users, newest first, each in their state', async () => {
    const active = await makeUser(server.db, { last_sign_in_at: '2026-01-02T03:04:05.678Z' });
    const suspended = await makeUser(server.db, { suspended_at: new Date().toISOString() });
    const invited = await create();
    const { status, body } = await server.call('GET /api/users', { token });
    expect(status).toBe(200);
    expect(body.slice(0, 3)).toMatchObject([
      { _id: invited._id, state: 'invited', lastSignIn: null },
      { _id: suspended.id, state: 'suspended', invitedUntil: null },
      { _id: active.id, state: 'active', lastSignIn: '2026-01-02T03:04:05.678Z' },
    ]);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('finds a part of a name or an email, whatever the case, and treats % and _ literally', async () => {
    const marked = await create({ name: '100% O_Brien', email: 'search.me@example.com' });
    for (const search of ['o_brien', '100%', 'SEARCH.me', ' O_Brien ']) {
      const { body } = await server.call(`GET /api/users?search=${encodeURIComponent(search)}`, { token });
      expect(body).toEqual([marked]);
    }
    expect((await server.call('GET /api/users?search=100_', { token })).body).toEqual([]);
    const abroad = await create({ name: 'Émile Ångström' });
    for (const search of ['émile', 'ÉMILE å', 'ÅNGSTRÖM']) {
      const { body } = await server.call(`GET /api/users?search=${encodeURIComponent(search)}`, { token });
      expect(body).toEqual([abroad]);
    }
  });

  it('goes through all of them a page at a time', async () => {
    for (let number = 0; number < 5; number++) await create({ name: `Paged ${number}` });
    const seen: string[] = [];
    let next: string | undefined = '/api/users?search=paged&limit=2';
    while (next) {
      const { body, headers } = await server.call(`GET ${next}`, { token });
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ name }: { name: string }) => name));
      next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0']);
  });

  it.each(['limit=1001', 'limit=0', 'cursor=x', `search=${'a'.repeat(255)}`])('rejects %s', async (query) => {
    expect((await server.call(`GET /api/users?${query}`, { token })).status).toBe(400);
  });
});

describe('PUT /api/users/:id', () => {
  it('changes a user and puts on record what changed', async () => {
    const { _id, email } = await create({ name: 'Ann Lee' });
    const { status, body } = await server.call(`PUT /api/users/${_id}`, {
      token,
      body: { name: 'Ann Wu', email, admin: true },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id, name: 'Ann Wu', email, admin: true });
    expect((await server.call(`GET /api/users/${_id}`, { token })).body).toEqual(body);
    expect((await auditEventsOn(_id)).at(-1)).toEqual([
      'Ada Admin',
      'user.updated',
      'Ann Wu',
      'name: Ann Lee → Ann Wu; admin: no → yes',
    ]);
  });

  it('records and mails nothing when nothing changes', async () => {
    const user = await makeUser(server.db);
    const alive = await sessionOf(user.id);
    const { name, email, admin } = user;
    const { body } = await server.call(`PUT /api/users/${user.id}`, { token, body: { name, email, admin } });
    expect(body).toMatchObject({ _id: user.id, name });
    expect(await auditEventsOn(user.id)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
    expect((await server.call('GET /api/auth', { token: alive })).status).toBe(200);
  });

  it.each([true, false])('ends the sessions and mails a notice when admin becomes %s', async (admin) => {
    const user = await makeUser(server.db, { admin: !admin });
    const before = await sessionOf(user.id);
    const { name, email } = user;
    await server.call(`PUT /api/users/${user.id}`, { token, body: { name, email, admin } });
    expect((await server.call('GET /api/auth', { token: before })).status).toBe(401);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your admin rights at Homequest have changed');
    expect(mail?.text).toContain(admin ? 'You are an admin of Homequest' : 'You are no longer an admin');
  });

  it('keeps the admin rights when the field is left out', async () => {
    const { id, name, email } = await makeUser(server.db, { admin: true });
    const { body } = await server.call(`PUT /api/users/${id}`, { token, body: { name, email } });
    expect(body.admin).toBe(true);
  });

  it('notifies the old address of a new one, and disables the links sent there', async () => {
    const { id, name, email } = await makeUser(server.db);
    await server.db
      .insertInto('password_links')
      .values({ token_hash: newId(), user_id: id, kind: 'reset', expires_at: '2999-01-01T00:00:00.000Z' })
      .execute();
    const body = { name, email: `moved.${email}`, admin: false };
    expect((await server.call(`PUT /api/users/${id}`, { token, body })).body.email).toBe(body.email);
    expect(await mailsTo(body.email)).toEqual([]);
    expect(await mailsTo(email)).toMatchObject([{ subject: 'Your email address at Homequest was changed' }]);
    const links = server.db.selectFrom('password_links').selectAll().where('user_id', '=', id);
    expect(await links.execute()).toEqual([]);
    const signIn = { email: body.email, password: testPassword };
    expect((await server.call('POST /api/auth', { body: signIn })).status).toBe(200);
  });

  it('invites anew at another address who has not accepted yet', async () => {
    const { _id, name, email } = await create();
    const body = { name, email: `moved.${email}`, admin: false };
    const updated = await server.call(`PUT /api/users/${_id}`, { token, body });
    expect(updated.body).toMatchObject({ state: 'invited', invitedUntil: expect.any(String) });
    expect(await mailsTo(email)).toEqual([]);
    expect(await mailsTo(body.email)).toMatchObject([{ subject: 'Your invitation to Homequest' }]);
  });

  it('answers 200 with an error when the email is another user’s, and changes nothing', async () => {
    const other = await create();
    const user = await create();
    const answer = await server.call(`PUT /api/users/${user._id}`, {
      token,
      body: { name: 'Changed', email: other.email, admin: true },
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'error', message: 'User already exists' } });
    expect((await server.call(`GET /api/users/${user._id}`, { token })).body).toEqual(user);
  });

  it('gives one of 20 users the same new email when all request it at once', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => create()));
    const body = person();
    const answers = await Promise.all(
      users.map(({ _id }) => server.call(`PUT /api/users/${_id}`, { token, body })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter((answer) => answer.body.email === body.email)).toHaveLength(1);
  });

  it('rejects wrong types', async () => {
    const { _id, name, email } = await create();
    const body = { name, email, admin: 'false' };
    expect(await server.call(`PUT /api/users/${_id}`, { token, body })).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'Admin must be true or false', field: 'admin' }] },
    });
  });
});

describe('an account that another person could have taken over', () => {
  /** A coordinator who approves closings, and an admin who signs for the broker as well. */
  async function named(given: object) {
    const user = await makeUser(server.db, given);
    const { body } = await server.call('GET /api/closings/settings', { token });
    const put = await server.call('PUT /api/closings/settings', {
      token,
      body: { ...body, approvers: [{ user: user.id, capacity: 'Broker' }] },
    });
    expect(put.status).toBe(200);
    if (user.admin)
      await server.db
        .insertInto('agreement_signers')
        .values({
          user_id: user.id,
          position: 0,
          name: 'Bo Broker',
          capacity: 'broker',
          license: '01999999',
          since_on: '2020-01-01',
        })
        .execute();
    return user;
  }
  const rightsOf = async ({ id }: { id: string }) => {
    const { approvers } = (await server.call('GET /api/closings/settings', { token })).body;
    const { signers } = (await server.call('GET /api/agreements/settings', { token })).body;
    const isIn = (list: { user: { _id: string } }[]) => list.some(({ user }) => user._id === id);
    return { approves: isIn(approvers), signs: isIn(signers) };
  };
  const told = async ({ id }: { id: string }) => {
    const events = await server.db
      .selectFrom('security_log')
      .select('detail')
      .where('event', '=', 'approver.dropped')
      .execute();
    return events.map(({ detail }) => detail).filter((detail) => detail.includes(id));
  };
  const noRights = { approves: false, signs: false };

  it.each([
    ['signs', { admin: true }, 'approving closings, signing agreements'],
    ['approves', { coordinator: true }, 'approving closings'],
  ])('%s no longer under another email address, and all admins learn of it', async (_, given, lost) => {
    const watching = await makeUser(server.db, { admin: true });
    const user = await named(given);
    const { name, email } = user;
    const same = { name: `${name} Jr.`, email };
    await server.call(`PUT /api/users/${user.id}`, { token, body: same });
    expect(await rightsOf(user)).toMatchObject({ approves: true });
    const body = { ...same, email: `taken.${email}` };
    expect((await server.call(`PUT /api/users/${user.id}`, { token, body })).status).toBe(200);
    expect(await rightsOf(user)).toEqual(noRights);
    expect(await told(user)).toEqual([`${lost}: user ${user.id}, other email address`]);
    const texts = await textsTo(server, watching.email);
    expect(texts.join()).toContain(`Ada Admin changed the email address of ${name} Jr.`);
    expect(texts.join()).toContain(lost);
    // Back at the old address they are named again by the settings only.
    await server.call(`PUT /api/users/${user.id}`, { token, body: same });
    expect(await rightsOf(user)).toEqual(noRights);
    expect(await told(user)).toHaveLength(1);
  });

  it('signs no longer once its second factors are reset', async () => {
    const watching = await makeUser(server.db, { admin: true });
    const user = await named({ admin: true });
    await giveTotp(server, user.id);
    const body = { proof: 'Known in person' };
    expect((await server.call(`DELETE /api/users/${user.id}/factors`, { token, body })).status).toBe(200);
    expect(await rightsOf(user)).toEqual(noRights);
    expect(await told(user)).toEqual([
      `approving closings, signing agreements: user ${user.id}, two-step verification reset`,
    ]);
    expect((await textsTo(server, watching.email)).join()).toContain(
      `Ada Admin reset the two-step verification of ${user.name}`,
    );
  });

  it('keeps them by a change of their own, of which all admins learn', async () => {
    const watching = await makeUser(server.db, { admin: true });
    const user = await named({ admin: true });
    const body = { name: user.name, email: `own.${user.email}` };
    const changed = await server.call(`PUT /api/users/${user.id}`, { token: await sessionOf(user.id), body });
    expect(changed.body.email).toBe(body.email);
    expect(await rightsOf(user)).toEqual({ approves: true, signs: true });
    expect(await told(user)).toEqual([]);
    const rights = 'approving closings, signing agreements';
    const events = server.db.selectFrom('security_log').select(['user_id', 'detail']);
    expect(await events.where('event', '=', 'approver.email').execute()).toEqual([
      { user_id: user.id, detail: `${rights}: user ${user.id}, own email address` },
    ]);
    expect((await textsTo(server, watching.email)).join()).toContain(
      `${user.name} changed their own email address from ${user.email} to ${body.email}. They have this right: ${rights}.`,
    );
  });
});

describe('DELETE /api/users/:id', () => {
  it('deletes the user with their sessions, and records an audit event', async () => {
    const user = await makeUser(server.db);
    const theirs = await sessionOf(user.id);
    const { status, body } = await server.call(`DELETE /api/users/${user.id}`, { token });
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'User deleted' } });
    expect((await server.call('GET /api/auth', { token: theirs })).status).toBe(401);
    expect((await server.call(`GET /api/users/${user.id}`, { token })).status).toBe(404);
    expect(await auditEventsOn(user.id)).toEqual([['Ada Admin', 'user.deleted', '(erased)', '']]);
  });

  it('lets an admin delete themself while there is another one', async () => {
    const user = await makeUser(server.db, { admin: true });
    const own = await sessionOf(user.id);
    expect((await server.call(`DELETE /api/users/${user.id}`, { token: own })).status).toBe(200);
    expect((await server.call('GET /api/auth', { token: own })).status).toBe(401);
  });

  it('deletes open invitations, too', async () => {
    const { _id } = await create();
    expect((await server.call(`DELETE /api/users/${_id}`, { token })).status).toBe(200);
    const links = server.db.selectFrom('password_links').selectAll().where('user_id', '=', _id);
    expect(await links.execute()).toEqual([]);
  });
});

describe('a change that fails half-way', () => {
  it('leaves neither mail nor link', async () => {
    const { _id, name, email, invitedUntil } = await create();
    const broken = inTransaction(server.db, async (transaction) => {
      await sendInvitation(transaction, server.parts, { id: _id, name, email });
      throw new Error('half-way');
    });
    await expect(broken).rejects.toThrow('half-way');
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await server.call(`GET /api/users/${_id}`, { token })).body.invitedUntil).toBe(invitedUntil);
  });
});

describe('the calls about users', () => {
  const missing = newId();
  const calls = [
    'GET /api/users',
    'POST /api/users',
    'GET /api/users/:id',
    'PUT /api/users/:id',
    'DELETE /api/users/:id',
    'POST /api/users/:id/suspend',
    'POST /api/users/:id/reactivate',
    'POST /api/users/:id/invitation',
    'DELETE /api/users/:id/invitation',
  ];

  it.each(calls)('%s is for admins', async (key) => {
    const call = key.replace(':id', missing);
    const body = key.startsWith('GET') ? undefined : person();
    expect(await server.call(call, { body })).toMatchObject({
      status: 401,
      body: { msg: 'No token, authorization denied' },
    });
    const member = await makeToken(server.db);
    expect(await server.call(call, { token: member, body })).toMatchObject({
      status: 403,
      body: { msg: 'User not authorized' },
    });
  });

  it.each(calls.filter((key) => key.includes(':id')))('%s knows who is missing', async (key) => {
    for (const id of [missing, 'nonsense', '%00']) {
      const body = key.startsWith('PUT') ? person() : undefined;
      expect(await server.call(key.replace(':id', id), { token, body })).toMatchObject({
        status: 404,
        body: { msg: 'User not found' },
      });
    }
  });
});
