import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeToken, makeUser, testPassword } from '../../../../../test/factories.ts';
import { textsTo } from '../../../../../test/mails.ts';
import { patience } from '../../../../../test/patience.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { untilStatement } from '../../../../../test/statements.ts';
import { minute } from '../../../../shared/time.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { UserRow } from '../../../tables/users.ts';
import { deleteOldPasswordLinks, mailResetLink, offerPasswordLink } from './password-links.service.ts';
import { unknownPasswordHash, withPermit } from './passwords.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
});
afterAll(() => server.stop());

const newPassword = 'brand new and long';
const ask = (email: unknown, headers = {}) =>
  server.call('POST /api/auth/reset-password', { body: { email }, headers });
const setPassword = (token: string, password = newPassword) =>
  server.call('POST /api/auth/set-password', { body: { token, password } });
const signIn = (email: string, password: string) =>
  server.call('POST /api/auth', { body: { email, password } });
const mailsTo = (recipients: string[]) =>
  server.db.selectFrom('mails').selectAll().where('recipient', 'in', recipients).execute();
const usedLink = { status: 409, body: { msg: 'You have already set your password with this link.' } };
const invalidLink = { status: 400, body: { msg: 'This link is no longer valid. Please ask for a new one.' } };

/** The mail whose subject contains `about`. It is queued after the response, and others may arrive before it. */
const mailTo = (email: string, about = '') =>
  vi.waitFor(async () => {
    const mail = (await mailsTo([email])).find(({ subject }) => subject.includes(about));
    if (!mail) throw new Error('No mail yet');
    return mail;
  }, patience);
const linkIn = (text: string) => new URL(/https?:\S+#\S+/.exec(text)?.[0] ?? '');
const offer = async ({ id }: UserRow, kind: 'reset' | 'invitation' = 'reset') => {
  const offering = { userId: id, kind };
  const url = await inTransaction(server.db, (transaction) =>
    offerPasswordLink(transaction, offering, 'http://x'),
  );
  return new URL(url).hash.slice(1);
};
const linkOf = ({ id }: UserRow) =>
  server.db.selectFrom('password_links').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();

describe('POST /api/auth/reset-password', () => {
  it('mails a link of the configured address, with the token in the fragment, whatever Host the client names', async () => {
    const { email } = await makeUser(server.db);
    const { status, body } = await ask(` ${email.toUpperCase()}`, { 'x-forwarded-host': 'evil.example' });
    expect(status).toBe(200);
    expect(body).toEqual({ msg: 'Email sent' });
    await mailTo(email);
    const link = linkIn((await textsTo(server, email))[0] ?? '');
    expect(`${link.origin}${link.pathname}${link.search}`).toBe('https://flatfee.example/reset-password/new');
    expect(link.hash).toMatch(/^#[\w-]{43}$/);
    expect((await setPassword(link.hash.slice(1))).status).toBe(200);
  });

  it('answers the same for every well-formed address, and mails only to people who sign in or may', async () => {
    const suspended = await makeUser(server.db, { suspended_at: fromNow(0) });
    const imported = await makeUser(server.db, { password_hash: null, imported_at: fromNow(0) });
    const member = await makeUser(server.db);
    const addresses = ['nobody@example.com', suspended.email, imported.email, member.email];
    for (const email of addresses) {
      const { status, body } = await ask(email);
      expect({ status, body }).toEqual({ status: 200, body: { msg: 'Email sent' } });
    }
    await mailTo(member.email);
    expect(await mailsTo(addresses)).toHaveLength(1);
  });

  it('sends the invitation again to who never accepted it, also when it has expired; the earlier ones still work', async () => {
    const invited = await makeUser(server.db, { password_hash: null });
    const first = await offer(invited, 'invitation');
    expect((await ask(invited.email)).body).toEqual({ msg: 'Email sent' });
    await mailTo(invited.email);
    const [text = ''] = await textsTo(server, invited.email);
    const link = linkIn(text).hash.slice(1);
    expect((await server.call('POST /api/auth/password-link', { body: { token: link } })).body).toEqual({
      kind: 'invitation',
      email: invited.email,
    });
    const admin = await makeToken(server.db, { admin: true });
    const seen = await server.made('GET /api/users', { token: admin });
    expect(seen.filter(({ _id }: { _id: string }) => _id === invited.id)).toHaveLength(1);
    // Within the pause.
    await mailResetLink(server.parts, invited.email);
    expect(await mailsTo([invited.email])).toHaveLength(1);
    const body = { token: first, password: newPassword, adult: true };
    expect((await server.call('POST /api/auth/set-password', { body })).status).toBe(200);
    await server.db
      .updateTable('mails')
      .set({ created_at: fromNow(-5 * minute) })
      .where('recipient', '=', invited.email)
      .execute();
    await mailResetLink(server.parts, invited.email);
    expect((await mailTo(invited.email, 'password')).link).toBe('reset');
  });

  it('keeps three links of an invitation, the newest, and that which was handed over', async () => {
    const invited = await makeUser(server.db, { password_hash: null });
    await offer(invited, 'invitation');
    for (let asked = 0; asked < 5; asked++) {
      await mailResetLink(server.parts, invited.email);
      await server.db
        .updateTable('mails')
        .set({ created_at: fromNow(-90 * minute) })
        .where('recipient', '=', invited.email)
        .execute();
    }
    const links = await server.db
      .selectFrom('password_links')
      .select('mailed_to')
      .where('user_id', '=', invited.id)
      .execute();
    expect(links.map(({ mailed_to }) => mailed_to).sort()).toEqual(
      [...Array(3).fill(invited.email), null].sort(),
    );
  });

  it('sends none after an admin has revoked it, until they send it again', async () => {
    const invited = await makeUser(server.db, { password_hash: null });
    await offer(invited, 'invitation');
    const token = await makeToken(server.db, { admin: true });
    await server.made(`DELETE /api/users/${invited.id}/invitation`, { token });
    await mailResetLink(server.parts, invited.email);
    expect(await mailsTo([invited.email])).toEqual([]);
    await server.made(`POST /api/users/${invited.id}/invitation`, { token });
    await server.db
      .updateTable('mails')
      .set({ created_at: fromNow(-5 * minute) })
      .where('recipient', '=', invited.email)
      .execute();
    await mailResetLink(server.parts, invited.email);
    expect(await mailsTo([invited.email])).toHaveLength(2);
  });

  it.each([undefined, '', 'person', 'a@b', 5])('rejects %s as an address', async (email) => {
    expect(await ask(email)).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'Please include a valid email', field: 'email' }] },
    });
  });

  it('stores nothing by which a reader of the links could set a password', async () => {
    const user = await makeUser(server.db);
    const token = await offer(user);
    const row = await linkOf(user);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await setPassword(row.token_hash)).toMatchObject(invalidLink);
  });
});

describe('limits of POST /api/auth/reset-password', () => {
  const limited = () => testServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  const times = (count: number, status: number) => Array<number>(count).fill(status);

  it('are 10 an hour for an address, and none for the email, known or not', async () => {
    const strict = await limited();
    try {
      const { email } = await makeUser(strict.db);
      const statuses = async (count: number, given: (n: number) => { email: string; from: string }) => {
        const seen: number[] = [];
        for (let n = 0; n < count; n++) {
          const { email, from } = given(n);
          const headers = { 'x-forwarded-for': from };
          seen.push(
            (await strict.call('POST /api/auth/reset-password', { body: { email }, headers })).status,
          );
        }
        return seen;
      };
      for (const target of [email, 'nobody@example.com']) {
        const answers = await statuses(12, (n) => ({ email: target, from: `203.0.113.${n}` }));
        expect(answers).toEqual(times(12, 200));
      }
      const answers = await statuses(11, (n) => ({ email: `person-${n}@example.com`, from: '198.51.100.1' }));
      expect(answers).toEqual([...times(10, 200), 429]);
      const headers = { 'x-forwarded-for': '198.51.100.1' };
      const rejected = await strict.call('POST /api/auth/reset-password', { body: { email }, headers });
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(59 * 60);
    } finally {
      await strict.stop();
    }
  });
});

describe('asking for a reset mail again', () => {
  const mailIt = (email: string) => mailResetLink(server.parts, email);
  const mailCount = async (email: string) => (await mailsTo([email])).length;
  const passMinutes = async ({ id }: UserRow, minutes: number) => {
    const earlier = (moment: string) => new Date(Date.parse(moment) - minutes * 60_000).toISOString();
    for (const mail of await server.db.selectFrom('mails').selectAll().where('user_id', '=', id).execute())
      await server.db
        .updateTable('mails')
        .set({ created_at: earlier(mail.created_at) })
        .where('id', '=', mail.id)
        .execute();
    const links = server.db.selectFrom('password_links').selectAll().where('user_id', '=', id);
    for (const link of await links.execute())
      await server.db
        .updateTable('password_links')
        .set({ expires_at: earlier(link.expires_at) })
        .where('token_hash', '=', link.token_hash)
        .execute();
  };

  it('sends one mail in 2 minutes, and what came first goes on working', async () => {
    const user = await makeUser(server.db);
    await mailIt(user.email);
    const [first = ''] = await textsTo(server, user.email);
    await mailIt(user.email);
    await passMinutes(user, 1.9);
    await mailIt(user.email);
    expect(await mailCount(user.email)).toBe(1);
    await passMinutes(user, 0.2);
    await mailIt(user.email);
    expect(await mailCount(user.email)).toBe(2);
    expect((await setPassword(linkIn(first).hash.slice(1))).status).toBe(200);
  });

  it('sends at most 6 an hour, and never leaves the owner without a link that works', async () => {
    const user = await makeUser(server.db);
    const sentAt: number[] = [];
    for (let minute = 0; minute < 75; minute++) {
      const before = await mailCount(user.email);
      await mailIt(user.email);
      if ((await mailCount(user.email)) > before) sentAt.push(minute);
      const alive = await server.db
        .selectFrom('password_links')
        .select('token_hash')
        .where('user_id', '=', user.id)
        .where('expires_at', '>', fromNow(0))
        .execute();
      expect(alive.length).toBeGreaterThan(0);
      await passMinutes(user, 1);
    }
    for (const [n, minute] of sentAt.entries()) {
      expect(sentAt.slice(n).filter((other) => other < minute + 60).length).toBeLessThanOrEqual(6);
      const next = sentAt[n + 1];
      if (next !== undefined) expect(next - minute).toBeGreaterThanOrEqual(2);
    }
    expect(sentAt.length).toBeGreaterThanOrEqual(6);
  });

  it('sends one for 100 requests at once', async () => {
    const { email } = await makeUser(server.db);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    await mailTo(email);
    await Promise.all(Array.from({ length: 20 }, () => mailIt(email)));
    expect(await mailCount(email)).toBe(1);
  });

  it('has all links die when one is used', async () => {
    const user = await makeUser(server.db);
    await mailIt(user.email);
    await passMinutes(user, 3);
    await mailIt(user.email);
    const [first, second] = (await textsTo(server, user.email)).map((text) => linkIn(text).hash.slice(1));
    expect((await setPassword(second ?? '')).status).toBe(200);
    expect(await setPassword(first ?? '')).toMatchObject(invalidLink);
  });
});

describe('POST /api/auth/set-password', () => {
  it('replaces the password, ends every session of the user and notifies them', async () => {
    const user = await makeUser(server.db);
    const other = await makeUser(server.db);
    const [mine, theirs] = [await signIn(user.email, testPassword), await signIn(other.email, testPassword)];
    expect(await setPassword(await offer(user))).toMatchObject({
      status: 200,
      body: { msg: 'Password Updated' },
    });
    expect((await server.call('GET /api/auth', { token: mine.body.token })).status).toBe(401);
    expect((await server.call('GET /api/auth', { token: theirs.body.token })).status).toBe(200);
    expect((await signIn(user.email, testPassword)).status).toBe(400);
    expect((await signIn(user.email, newPassword)).status).toBe(200);
    const notice = await mailTo(user.email, 'was changed');
    expect(notice.text).not.toContain(newPassword);
  });

  it('works once when it is used 100 times at once', async () => {
    const token = await offer(await makeUser(server.db));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => setPassword(token, `${newPassword} ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 409, 503].includes(status))).toBe(true);
    expect(await setPassword(token)).toMatchObject(usedLink);
  });

  it('says that a used link was used, also when it is only opened, for a week and to its user alone', async () => {
    const user = await makeUser(server.db);
    const token = await offer(user);
    expect((await setPassword(token)).status).toBe(200);
    const open = () => server.call('POST /api/auth/password-link', { body: { token } });
    expect(await open()).toMatchObject(usedLink);
    await server.db
      .updateTable('users')
      .set({ suspended_at: fromNow(0) })
      .where('id', '=', user.id)
      .execute();
    expect(await open()).toMatchObject(invalidLink);
    await server.db.updateTable('users').set({ suspended_at: null }).where('id', '=', user.id).execute();
    const uses = server.db.updateTable('used_links').where('user_id', '=', user.id);
    await uses.set({ expires_at: fromNow(-1) }).execute();
    expect(await open()).toMatchObject(invalidLink);
    await deleteOldPasswordLinks(server.db);
    expect(
      await server.db.selectFrom('used_links').selectAll().where('user_id', '=', user.id).execute(),
    ).toEqual([]);
  });

  it('kills the other links of the user', async () => {
    const user = await makeUser(server.db);
    const [first, second] = [await offer(user), await offer(user)];
    expect((await setPassword(second)).status).toBe(200);
    expect(await setPassword(first)).toMatchObject(invalidLink);
  });

  it.each([
    ['reset', 30],
    ['invitation', 7 * 24 * 60],
  ] as const)('takes a link of kind %s for %d minutes', async (kind, minutes) => {
    const user = await makeUser(server.db);
    const began = Date.now();
    const token = await offer(user, kind);
    const { expires_at, token_hash } = await linkOf(user);
    const offered = Date.parse(expires_at) - minutes * minute;
    expect(offered).toBeGreaterThanOrEqual(began);
    expect(offered).toBeLessThanOrEqual(Date.now());
    await server.db
      .updateTable('password_links')
      .set({ expires_at: fromNow(-1) })
      .where('token_hash', '=', token_hash)
      .execute();
    expect(await setPassword(token)).toMatchObject(invalidLink);
    expect((await signIn(user.email, testPassword)).status).toBe(200);
  });

  it('rejects the link of a user who has been suspended meanwhile', async () => {
    const user = await makeUser(server.db);
    const token = await offer(user);
    const suspend = (suspended_at: string | null) =>
      server.db.updateTable('users').set({ suspended_at }).where('id', '=', user.id).execute();
    await suspend(fromNow(0));
    expect(await setPassword(token)).toMatchObject(invalidLink);
    await suspend(null);
    expect((await signIn(user.email, testPassword)).status).toBe(200);
  });

  it('leaves no session of sign-ins with the old password at that moment', async () => {
    const user = await makeUser(server.db);
    const token = await offer(user);
    const signIns = Promise.all(Array.from({ length: 20 }, () => signIn(user.email, testPassword)));
    expect((await setPassword(token)).status).toBe(200);
    for (const { status, body } of await signIns) {
      if (status === 200)
        expect((await server.call('GET /api/auth', { token: body.token })).status).toBe(401);
      else expect(body.msg).toBe('Invalid Credentials');
    }
  });

  it('opens no session for who began to sign in with the old password', async () => {
    const user = await makeUser(server.db);
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const hashing = [withPermit(() => held), withPermit(() => held)];
    const hasRead = untilStatement(/^select "id", "password_hash"/);
    const late = signIn(user.email, testPassword);
    await hasRead;
    // As the link does, whose own hash would wait behind.
    const password_hash = unknownPasswordHash();
    await server.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
    goOn();
    await Promise.all(hashing);
    expect(await late).toMatchObject({ status: 400, body: { msg: 'Invalid Credentials' } });
  });

  it.each([
    [undefined, 'Password is required'],
    ['', 'Password is required'],
    ['1234567', 'Password must have at least 8 characters'],
    ['🔑🔑🔑🔑', 'Password must have at least 8 characters'],
    ['e\u0301'.repeat(4), 'Password must have at least 8 characters'],
    [' '.repeat(8), 'Password must not be blank'],
    ['\u200b'.repeat(8), 'Password must not be blank'],
    ['a'.repeat(129), 'Password must have at most 128 characters'],
    ['with a \0 inside', 'Password contains characters that cannot be stored'],
    ['PassWord123', 'Password is too common'],
    ['iloveyou', 'Password is too common'],
  ])('rejects %j, and the link stays', async (password, msg) => {
    const user = await makeUser(server.db);
    const token = await offer(user);
    const rejected = await server.call('POST /api/auth/set-password', { body: { token, password } });
    expect(rejected.status).toBe(400);
    expect(rejected.body.errors).toEqual([{ msg, field: 'password' }]);
    expect((await setPassword(token)).status).toBe(200);
  });

  it.each(['  spaces count  ', 'é'.repeat(8), 'a'.repeat(126).concat('🔑🔑')])(
    'takes %j as it is',
    async (password) => {
      const user = await makeUser(server.db);
      expect((await setPassword(await offer(user), password)).status).toBe(200);
      expect((await signIn(user.email, password.trim().slice(0, 100))).status).toBe(
        password === 'é'.repeat(8) ? 200 : 400,
      );
      // Another keyboard may send the accent as a separate character.
      expect((await signIn(user.email, password.normalize('NFD'))).status).toBe(200);
    },
  );
});
