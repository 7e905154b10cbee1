import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeUser, slowPasswordHash, testPassword } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { minute } from '../../../../shared/time.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { UserRow } from '../../../tables/users.ts';
import { openSession } from '../sessions/sessions.service.ts';
import { offerPasswordLink } from './password-links.service.ts';

const newPassword = 'walnut tea kettle wind';
const personalMessage = 'Password must not be your name, your email address or the name of the brokerage';
let ladies = 0;

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const open = (user: UserRow) => openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
const change = (token: string | undefined, password: unknown = newPassword) =>
  server.call('POST /api/auth/change-password', { token, body: { password } });
const signIn = ({ email }: UserRow, password: string) =>
  server.call('POST /api/auth', { body: { email, password } });
const isAlive = async (token: string) => (await server.call('GET /api/auth', { token })).status === 200;
const mailsTo = ({ email }: UserRow) =>
  server.db.selectFrom('mails').select(['subject', 'text']).where('recipient', '=', email).execute();
const offerLink = async (user: UserRow) => {
  const wanted = { userId: user.id, kind: 'reset' } as const;
  const link = await inTransaction(server.db, (transaction) => offerPasswordLink(transaction, wanted, ''));
  return link.split('#')[1];
};
const useLink = (token: string | undefined) =>
  server.call('POST /api/auth/set-password', { body: { token, password: 'set by the mailed link' } });

const passTime = (user: UserRow, minutes: number) =>
  server.db
    .updateTable('sessions')
    .set({ created_at: fromNow(-minutes * minute) })
    .where('user_id', '=', user.id)
    .execute();

describe('POST /api/auth/change-password', () => {
  it('changes the password, ends all other sessions and notifies the user by mail', async () => {
    const user = await makeUser(server.db);
    const [mine, other] = [await open(user), await open(user)];
    const stranger = await open(await makeUser(server.db));
    const { status, body } = await change(mine);
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Password Updated' } });
    expect(await Promise.all([mine, other, stranger].map(isAlive))).toEqual([true, false, true]);
    expect((await signIn(user, testPassword)).body.msg).toBe('Invalid Credentials');
    expect((await signIn(user, newPassword)).status).toBe(200);
    const mails = await mailsTo(user);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Your password for Homequest was changed');
    expect(mails[0]?.text).toContain('every other device was signed out');
    expect(mails[0]?.text).not.toContain(newPassword);
  });

  it('kills the links that were mailed before', async () => {
    const user = await makeUser(server.db);
    const link = await offerLink(user);
    expect((await change(await open(user))).status).toBe(200);
    expect((await useLink(link)).status).toBe(400);
  });

  it('requires a new sign-in 15 minutes after the sign-in, and changes nothing', async () => {
    const user = await makeUser(server.db);
    const [mine, other] = [await open(user), await open(user)];
    await passTime(user, 15);
    const rejected = await change(mine);
    expect(rejected.status).toBe(400);
    expect(rejected.body.errors).toEqual([{ msg: 'Please sign in again to change your password' }]);
    expect(await isAlive(other)).toBe(true);
    expect(await mailsTo(user)).toEqual([]);
    const fresh = (await signIn(user, testPassword)).body.token;
    await passTime(user, 14);
    expect((await change(fresh)).status).toBe(200);
  });

  it.each([
    [undefined, 'Password is required'],
    ['1234567', 'Password must have at least 8 characters'],
    ['\u00a0\u3164'.repeat(8), 'Password must not be blank'],
    ['a'.repeat(129), 'Password must have at most 128 characters'],
    ['PassWord123', 'Password is too common'],
    [12_345_678, 'Password is required'],
  ])('rejects %j, and the session stays', async (password, msg) => {
    const user = await makeUser(server.db);
    const [mine, other] = [await open(user), await open(user)];
    const answer = await server.call('POST /api/auth/change-password', { token: mine, body: { password } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ msg, field: 'password' }]);
    expect(await Promise.all([mine, other].map(isAlive))).toEqual([true, true]);
  });

  it.each(['Ada.Lovelace-1815', 'ada.l@countess.example', 'Homequest2026!'])(
    'rejects %s of Ada Lovelace: names are the first guess',
    async (password) => {
      const user = await makeUser(server.db, {
        name: 'Ada Lovelace',
        email: `ada.l${++ladies}@countess.example`,
      });
      const answer = await change(await open(user), password);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([{ msg: personalMessage, field: 'password' }]);
      const link = await server.call('POST /api/auth/set-password', {
        body: { token: await offerLink(user), password },
      });
      expect(link.body.errors).toEqual([{ msg: personalMessage, field: 'password' }]);
    },
  );

  it('rejects the current one, and mails nothing', async () => {
    const user = await makeUser(server.db);
    const [mine, other] = [await open(user), await open(user)];
    const rejected = await change(mine, testPassword);
    expect(rejected.status).toBe(400);
    const msg = 'The new password must not be the present one';
    expect(rejected.body.errors).toEqual([{ msg, field: 'password' }]);
    expect(await Promise.all([mine, other].map(isAlive))).toEqual([true, true]);
    expect(await mailsTo(user)).toEqual([]);
  });

  it('hashes one at a time for each person: others sign in meanwhile', async () => {
    const eager = await makeUser(server.db, { password_hash: await slowPasswordHash() });
    const other = await makeUser(server.db);
    const token = await open(eager);
    // More than the 54 that are hashed or wait, yet none blocks another user.
    const changes = Array.from({ length: 60 }, () => change(token, testPassword));
    expect((await signIn(other, testPassword)).status).toBe(200);
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses).toEqual(Array(60).fill(400));
  });

  it('accepts a mailed link once, however often it is sent at once, without a hash for each', async () => {
    const user = await makeUser(server.db);
    const link = await offerLink(user);
    const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await useLink(link)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(119);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  it('is limited to 5 in 15 minutes', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    onTestFinished(() => limited.stop());
    const user = await makeUser(limited.db);
    const token = await openSession(limited.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const body = { password: `${newPassword} ${n}` };
      statuses.push((await limited.call('POST /api/auth/change-password', { token, body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('ignores further fields: the password is that of the token’s user', async () => {
    const [user, victim] = [await makeUser(server.db), await makeUser(server.db)];
    const body = { password: newPassword, email: victim.email, _id: victim.id, user: victim.id };
    const answer = await server.call('POST /api/auth/change-password', { token: await open(user), body });
    expect(answer.status).toBe(200);
    expect((await signIn(victim, testPassword)).status).toBe(200);
  });

  it('lets one of two sessions win that do it at once', async () => {
    const user = await makeUser(server.db);
    const tokens = await Promise.all(Array.from({ length: 8 }, () => open(user)));
    const answers = await Promise.all(tokens.map((token, n) => change(token, `${newPassword} ${n}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(7);
    const winner = statuses.indexOf(200);
    expect((await signIn(user, `${newPassword} ${winner}`)).status).toBe(200);
    expect(await Promise.all(tokens.map(isAlive))).toEqual(statuses.map((status) => status === 200));
  });

  it('leaves no session that a reset at the same time ends', async () => {
    const user = await makeUser(server.db);
    const [mine, link] = [await open(user), await offerLink(user)];
    const [changed, reset] = await Promise.all([change(mine), useLink(link)]);
    // Whichever comes second decides: the reset has ended the session, or the change has deleted the link.
    expect([changed.status, reset.status]).toEqual(reset.status === 200 ? [401, 200] : [200, 400]);
    expect(await isAlive(mine)).toBe(reset.status !== 200);
    const last = reset.status === 200 ? 'set by the mailed link' : newPassword;
    expect((await signIn(user, last)).status).toBe(200);
  });
});
