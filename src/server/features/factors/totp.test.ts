import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testPassword } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { codeOf, giveTotp, wrongCodeFor } from '../../../../test/second-factor.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { hour, minute } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { offerPasswordLink } from '../auth/passwords/password-links.service.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { openTicket } from '../auth/sessions/tickets.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on' });
});
afterAll(() => server.stop());
// Tries of many tests come from one address.
afterEach(() => server.db.deleteFrom('rate_limits').execute());

const signIn = ({ email }: { email: string }, more: object = {}) =>
  server.call('POST /api/auth', { body: { email, password: testPassword, ...more } });
const finish = (ticket: string, code: string) =>
  server.call('POST /api/auth/second-factor', { body: { ticket, code } });
const ticketOf = ({ body }: Answer): string => body.secondFactor.ticket;
const isAlive = async (token: string) => (await server.call('GET /api/auth', { token })).status === 200;
const subjectsTo = async ({ email }: { email: string }) =>
  (await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).map(
    ({ subject }) => subject,
  );
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);
const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

describe('an authenticator app', () => {
  it('is set up by a code that it shows, brings eight recovery codes, and is told by mail', async () => {
    const { token, email } = await person(server);
    expect((await server.call('GET /api/auth', { token })).body.secondFactor).toBe(false);
    const { body: seed } = await server.call('POST /api/auth/totp', { token });
    expect(seed.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(seed.uri).toContain('otpauth://totp/Homequest:');
    expect(seed.uri).toContain(`secret=${seed.secret}`);
    // Nothing counts before the first code.
    expect((await signIn({ email })).status).toBe(200);
    const wrong = await server.call('PUT /api/auth/totp', {
      token,
      body: { code: wrongCodeFor(seed.secret) },
    });
    expect(wrong.body.errors).toEqual([{ msg: 'This code is not valid', field: 'code' }]);
    // More bytes than characters.
    for (const code of ['12345é', '𤨦𤨦𤨦', '１２３４５６']) {
      const refused = await server.call('PUT /api/auth/totp', { token, body: { code } });
      expect([refused.status, refused.body.msg]).toEqual([400, 'This code is not valid']);
    }
    const { status, body } = await server.call('PUT /api/auth/totp', {
      token,
      body: { code: codeOf(seed.secret) },
    });
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(8);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
    const { body: factors } = await server.call('GET /api/auth/factors', { token });
    expect(factors).toEqual({ totp: true, passkeys: [], recoveryCodes: 8 });
    expect((await server.call('GET /api/auth', { token })).body.secondFactor).toBe(true);
    expect(await subjectsTo({ email })).toEqual([
      'Two-step verification was added to your account at Homequest',
    ]);
  });

  it('has one seed for 15 minutes in a session, however often it is opened, and another in each session', async () => {
    const { id, token } = await person(server);
    const other = await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' });
    const begin = async (by: string) => (await server.call('POST /api/auth/totp', { token: by })).body.secret;
    const first = await begin(token);
    expect(await begin(token)).toBe(first);
    const elsewhere = await begin(other);
    expect(elsewhere).not.toBe(first);
    expect(await begin(other)).toBe(elsewhere);
    await server.db
      .updateTable('totp_factors')
      .set({ created_at: fromNow(-15 * minute) })
      .where('user_id', '=', id)
      .execute();
    const late = await begin(other);
    expect(late).not.toBe(elsewhere);
    const { status } = await server.call('PUT /api/auth/totp', {
      token: other,
      body: { code: codeOf(late) },
    });
    expect(status).toBe(200);
  });

  it('has a seed that the database does not show, and recovery codes only as hashes', async () => {
    const { id, token } = await person(server);
    const { secret, recoveryCodes } = await giveTotp(server, id);
    const rows = JSON.stringify([
      await server.db.selectFrom('totp_factors').selectAll().where('user_id', '=', id).execute(),
      await server.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute(),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replaceAll('-', ''));
    expect((await server.call('POST /api/auth/totp', { token })).status).toBe(400);
    expect((await server.call('PUT /api/auth/totp', { token, body: { code: codeOf(secret) } })).status).toBe(
      400,
    );
  });

  it('can be removed, which ends the recovery codes and asks for no code again', async () => {
    const who = await person(server);
    await giveTotp(server, who.id);
    expect((await server.call('DELETE /api/auth/totp', { token: who.token })).status).toBe(200);
    expect((await signIn(who)).status).toBe(200);
    const { body } = await server.call('GET /api/auth/factors', { token: who.token });
    expect(body).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 });
    expect((await server.call('DELETE /api/auth/totp', { token: who.token })).status).toBe(400);
    expect(await subjectsTo(who)).toEqual(['A second step was removed from your account at Homequest']);
  });

  it('cannot be removed as the last factor where one is required', async () => {
    const strict = await testServer({ SECOND_FACTOR: 'everyone' });
    onTestFinished(() => strict.stop());
    const { id, token } = await person(strict);
    await giveTotp(strict, id);
    const { status, body } = await strict.call('DELETE /api/auth/totp', { token });
    expect({ status, msg: body.msg }).toEqual({
      status: 400,
      msg: 'Two-step verification is required here. Add another way before you remove this one.',
    });
    expect((await strict.call('GET /api/auth/factors', { token })).body.totp).toBe(true);
  });
});

describe('signing in with a code', () => {
  it('gets a ticket for the password, and a session for ticket and code', async () => {
    const who = await person(server);
    const { secret } = await giveTotp(server, who.id);
    const first = await signIn(who);
    expect(first.status).toBe(400);
    expect(first.body).toEqual({
      errors: [{ msg: 'Please enter your two-step verification code', field: 'code' }],
      msg: 'Please enter your two-step verification code',
      secondFactor: { ticket: expect.any(String), methods: ['code'] },
    });
    const { status, body } = await finish(ticketOf(first), codeOf(secret));
    expect(status).toBe(200);
    expect(await isAlive(body.token)).toBe(true);
  });

  it.each<[how: string, (code: string) => string]>([
    ['a no-break space', (code) => code.replace(/^.../, '$&\u00a0')],
    ['a hyphen of a phone', (code) => code.replace(/^.../, '$&–')],
    [
      'full-width digits',
      (code) => code.replace(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit))),
    ],
    ['an invisible mark', (code) => `\u200b${code}\u200e`],
  ])('is taken with %s, as is a recovery code', async (_how, typed) => {
    const who = await person(server);
    const { secret, recoveryCodes } = await giveTotp(server, who.id);
    expect((await signIn(who, { code: typed(codeOf(secret)) })).status).toBe(200);
    expect((await signIn(who, { code: typed(recoveryCodes[0] ?? '') })).status).toBe(200);
  });

  it('takes the code with the password, and blanks in it', async () => {
    const who = await person(server);
    const { secret } = await giveTotp(server, who.id);
    const code = codeOf(secret).replace(/^.../, '$& ');
    const { status, body } = await signIn(who, { code, device: '' });
    expect({ status, keys: Object.keys(body).sort() }).toEqual({ status: 200, keys: ['device', 'token'] });
  });

  it('never looks at the code for a wrong password', async () => {
    const who = await person(server);
    const { secret } = await giveTotp(server, who.id);
    const { status, body } = await signIn(who, { password: 'a wrong password', code: codeOf(secret) });
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: [{ msg: 'Invalid Credentials' }], msg: 'Invalid Credentials' },
    });
    // It was not used up.
    expect((await signIn(who, { code: codeOf(secret) })).status).toBe(200);
  });

  it('accepts the code of the step before or after, as of a clock that is ahead, and none twice or from before the last', async () => {
    const who = await person(server);
    const { secret } = await giveTotp(server, who.id);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.now()).setSeconds(15, 0) });
    onTestFinished(() => void vi.useRealTimers());
    const [now, before, older, next, later] = [0, -1, -2, 1, 2].map((steps) => codeOf(secret, steps));
    for (const code of [older, later]) expect((await signIn(who, { code })).status).toBe(400);
    expect((await signIn(who, { code: before })).status).toBe(200);
    expect((await signIn(who, { code: before })).status).toBe(400);
    expect((await signIn(who, { code: now })).status).toBe(200);
    for (const code of [before, now]) expect((await signIn(who, { code })).status).toBe(400);
    expect((await signIn(who, { code: next })).status).toBe(200);
    for (const code of [now, next]) expect((await signIn(who, { code })).status).toBe(400);
  });

  it('lets one of a hundred with the same code in, and one with the same recovery code', async () => {
    const who = await person(server);
    const { secret, recoveryCodes } = await giveTotp(server, who.id);
    for (const code of [codeOf(secret), recoveryCodes[0]]) {
      const tickets: string[] = [];
      for (let n = 0; n < 100; n++)
        tickets.push(await inTransaction(server.db, (transaction) => openTicket(transaction, who.id)));
      await server.db.deleteFrom('rate_limits').execute();
      const answers = await Promise.all(tickets.map((ticket) => finish(ticket, code ?? '')));
      expect(count(statusesOf(answers), 200)).toBe(1);
      expect(count(statusesOf(answers), 500)).toBe(0);
    }
    const { body } = await server.call('GET /api/auth/factors', { token: who.token });
    expect(body.recoveryCodes).toBe(7);
  });

  it('lets one of a hundred with the same ticket in, also with different recovery codes', async () => {
    const who = await person(server);
    const { recoveryCodes } = await giveTotp(server, who.id);
    const ticket = ticketOf(await signIn(who));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => finish(ticket, recoveryCodes[n % 8] ?? '')),
    );
    expect(count(statusesOf(answers), 200)).toBe(1);
    expect(count(statusesOf(answers), 500)).toBe(0);
    const { body } = await server.call('GET /api/auth/factors', { token: who.token });
    expect(body.recoveryCodes).toBe(7);
  });

  it('ends a ticket after five tries', async () => {
    const who = await person(server);
    const { secret } = await giveTotp(server, who.id);
    const ticket = ticketOf(await signIn(who));
    for (let tries = 1; tries < 5; tries++) {
      const { status, body } = await finish(ticket, wrongCodeFor(secret));
      expect({ status, ticket: body.secondFactor.ticket }).toEqual({ status: 400, ticket });
      expect(body.errors).toEqual([{ msg: 'This code is not valid', field: 'code' }]);
    }
    for (const code of [wrongCodeFor(secret), codeOf(secret)]) {
      const { status, body } = await finish(ticket, code);
      expect({ status, secondFactor: body.secondFactor }).toEqual({ status: 400, secondFactor: undefined });
    }
    expect(await subjectsTo(who)).toEqual(['Wrong codes for your account at Homequest']);
  });

  it('ends a ticket after five minutes, by a new password, by suspension', async () => {
    const who = await person(server);
    const { secret } = await giveTotp(server, who.id);
    const endings = [
      () =>
        server.db
          .updateTable('sign_in_tickets')
          .set({ expires_at: fromNow(0) })
          .execute(),
      async () => {
        const body = { password: 'walnut tea kettle' };
        const changed = await server.call('POST /api/auth/change-password', { token: who.token, body });
        expect(changed.status).toBe(200);
      },
      async () => {
        const { token } = await person(server, { admin: true });
        expect((await server.call(`POST /api/users/${who.id}/suspend`, { token })).status).toBe(200);
      },
    ];
    for (const end of endings) {
      const ticket = await inTransaction(server.db, (transaction) => openTicket(transaction, who.id));
      await end();
      expect((await finish(ticket, codeOf(secret))).body.msg).toBe(
        'Please sign in again: this took too long, or too many tries',
      );
    }
  });

  it('bounds wrong codes of one user in a day, whatever the tickets; recovery codes go on', async () => {
    const who = await person(server);
    const { secret, recoveryCodes } = await giveTotp(server, who.id);
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries++) {
      const ticket = await inTransaction(server.db, (transaction) => openTicket(transaction, who.id));
      statuses.push((await finish(ticket, wrongCodeFor(secret))).status);
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    const ticket = ticketOf(await signIn(who));
    expect((await finish(ticket, codeOf(secret))).status).toBe(429);
    expect((await finish(ticket, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('is not passed by a reset of the password', async () => {
    const who = await person(server);
    await giveTotp(server, who.id);
    const link = await inTransaction(server.db, (transaction) =>
      offerPasswordLink(transaction, { userId: who.id, kind: 'reset' }, ''),
    );
    const body = { token: link.split('#')[1], password: 'walnut tea kettle' };
    const reset = await server.call('POST /api/auth/set-password', { body });
    expect(reset.body).toEqual({ msg: 'Password Updated' });
    const { status, body: answer } = await signIn(who, { password: 'walnut tea kettle' });
    expect({ status, methods: answer.secondFactor.methods }).toEqual({ status: 400, methods: ['code'] });
  });
});

describe('recovery codes', () => {
  it('work once, typed in any way, and are told by mail', async () => {
    const who = await person(server);
    const { recoveryCodes } = await giveTotp(server, who.id);
    const typed = ` ${recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
    expect((await signIn(who, { code: typed })).status).toBe(200);
    expect((await signIn(who, { code: recoveryCodes[0] })).status).toBe(400);
    expect(await subjectsTo(who)).toEqual(['A recovery code was used at Homequest']);
  });

  it('are those of one user', async () => {
    const [who, other] = [await person(server), await person(server)];
    await giveTotp(server, who.id);
    const { recoveryCodes } = await giveTotp(server, other.id);
    expect((await signIn(who, { code: recoveryCodes[0] })).status).toBe(400);
    expect((await signIn(other, { code: recoveryCodes[0] })).status).toBe(200);
  });

  it('are replaced by new ones', async () => {
    const who = await person(server);
    const { recoveryCodes } = await giveTotp(server, who.id);
    const { body } = await server.call('POST /api/auth/recovery-codes', { token: who.token });
    expect(body.recoveryCodes).toHaveLength(8);
    expect((await signIn(who, { code: recoveryCodes[0] })).status).toBe(400);
    expect((await signIn(who, { code: body.recoveryCodes[7] })).status).toBe(200);
    const without = await person(server);
    expect((await server.call('POST /api/auth/recovery-codes', { token: without.token })).status).toBe(400);
  });
});

describe('confirming', () => {
  const confirm = (token: string, body: object) => server.call('POST /api/auth/confirm', { token, body });
  const age = (id: string) =>
    server.db
      .updateTable('sessions')
      .set({ created_at: fromNow(-hour) })
      .where('user_id', '=', id)
      .execute();
  const change = (token: string, more: object = {}) =>
    server.call('POST /api/auth/change-password', {
      token,
      body: { password: 'walnut tea kettle', ...more },
    });

  it('by the password makes the session fresh under a new token', async () => {
    const { id, token } = await person(server);
    await age(id);
    const asked = await change(token);
    expect(asked.body.confirm).toEqual({ methods: ['password'] });
    const wrong = await confirm(token, { password: 'a wrong password' });
    expect(wrong.body.errors).toEqual([{ msg: 'The password is not right', field: 'password' }]);
    const { status, body } = await confirm(token, { password: testPassword });
    expect(status).toBe(200);
    expect(await isAlive(token)).toBe(false);
    expect((await change(body.token)).status).toBe(200);
    const sessions = await server.call('GET /api/auth/sessions', { token: body.token });
    expect(sessions.body).toHaveLength(1);
  });

  it('needs the factor of who has one: the password is not enough', async () => {
    const { id, token } = await person(server);
    const { secret, recoveryCodes } = await giveTotp(server, id);
    await age(id);
    expect((await change(token)).body.confirm).toEqual({ methods: ['code'] });
    expect((await confirm(token, { password: testPassword })).status).toBe(400);
    expect((await confirm(token, { code: wrongCodeFor(secret) })).body.errors).toEqual([
      { msg: 'This code is not valid', field: 'code' },
    ]);
    const { body } = await confirm(token, { code: codeOf(secret) });
    expect((await confirm(body.token, { code: codeOf(secret) })).status).toBe(400);
    expect((await confirm(body.token, { code: recoveryCodes[0] })).status).toBe(200);
  });

  it('succeeds once of many at once', async () => {
    const { id, token } = await person(server);
    const { recoveryCodes } = await giveTotp(server, id);
    const answers = await Promise.all(recoveryCodes.map((code) => confirm(token, { code })));
    const statuses = statusesOf(answers);
    expect(count(statuses, 200)).toBe(1);
    expect(count(statuses, 401)).toBe(7);
    // The other seven codes were not used up.
    const winner = answers.find(({ status }) => status === 200);
    const { body } = await server.call('GET /api/auth/factors', { token: winner?.body.token });
    expect(body.recoveryCodes).toBe(7);
  });

  it('lasts 15 minutes', async () => {
    const { id, token } = await person(server);
    const passed = (minutes: number) =>
      server.db
        .updateTable('sessions')
        .set({ created_at: fromNow(-minutes * minute) })
        .where('user_id', '=', id)
        .execute();
    await passed(14);
    expect((await server.call('POST /api/auth/totp', { token })).status).toBe(200);
    await passed(15);
    expect((await server.call('POST /api/auth/totp', { token })).body.msg).toBe(
      'Please confirm that it is you',
    );
  });

  it('leaves the present password to be asked for by who sends it', async () => {
    const { token } = await person(server);
    const wrong = await change(token, { current: 'a wrong password' });
    expect(wrong.body.errors).toEqual([{ msg: 'The current password is not right', field: 'current' }]);
    expect((await change(token, { current: testPassword })).status).toBe(200);
  });
});

describe('a reset by an admin', () => {
  const reset = (token: string, id: string, body: object = { proof: 'Came with an identity card' }) =>
    server.call(`DELETE /api/users/${id}/factors`, { token, body });

  it('removes all factors, ends the sessions, records the proof and is told by mail', async () => {
    const [admin, who] = [await person(server, { admin: true }), await person(server)];
    const { recoveryCodes } = await giveTotp(server, who.id);
    const ticket = ticketOf(await signIn(who));
    expect((await reset(admin.token, who.id, {})).status).toBe(400);
    const { status, body } = await reset(admin.token, who.id);
    expect({ status, secondFactor: body.secondFactor }).toEqual({ status: 200, secondFactor: false });
    expect(await isAlive(who.token)).toBe(false);
    expect((await finish(ticket, recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await signIn(who)).status).toBe(200);
    const { body: events } = await server.call('GET /api/audit?action=second-factor.reset', {
      token: admin.token,
    });
    expect(events[0]).toMatchObject({ object: { name: who.name }, details: 'Came with an identity card' });
    expect(await subjectsTo(who)).toContain('Your two-step verification was reset at Homequest');
  });

  it('revokes the API tokens', async () => {
    const [admin, who] = [await person(server, { admin: true }), await person(server, { admin: true })];
    const body = { name: 'CRM', scopes: ['leads:read'], days: 90 };
    const made = await server.call('POST /api/api-tokens', { token: who.token, body });
    await giveTotp(server, who.id);
    const read = async () => (await server.call('GET /api/leads', { token: made.body.token })).status;
    expect(await read()).toBe(200);
    expect((await reset(admin.token, who.id)).status).toBe(200);
    expect(await read()).toBe(401);
  });

  it('is 404 for who is not there, whatever is sent', async () => {
    const admin = await person(server, { admin: true });
    for (const body of [undefined, {}, { proof: 'Came with an identity card' }]) {
      const { status, body: answer } = await server.call(`DELETE /api/users/${newId()}/factors`, {
        token: admin.token,
        body,
      });
      expect([status, answer.msg]).toEqual([404, 'User not found']);
    }
  });

  it('is not for oneself, nor for who has none', async () => {
    const [admin, who] = [await person(server, { admin: true }), await person(server)];
    await giveTotp(server, admin.id);
    expect((await reset(admin.token, admin.id)).status).toBe(400);
    expect((await reset(admin.token, who.id)).status).toBe(400);
    const { body } = await server.call(`GET /api/users/${admin.id}`, { token: admin.token });
    expect(body.secondFactor).toBe(true);
  });
});
