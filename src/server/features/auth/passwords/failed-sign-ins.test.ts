import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, testPassword } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { UserRow } from '../../../tables/users.ts';
import { offerPasswordLink } from './password-links.service.ts';

const wrong = 'wrong password';
const newPassword = 'walnut tea kettle wind';
const refused = { status: 400, body: { msg: 'Invalid Credentials' } };

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const signIn = (email: string, password = testPassword, device?: string) =>
  server.call('POST /api/auth', { body: { email, password, device } });

const userAfter = async (failed_sign_ins: number): Promise<UserRow> => {
  const user = await makeUser(server.db);
  await server.db.updateTable('users').set({ failed_sign_ins }).where('id', '=', user.id).execute();
  return user;
};

const failures = async ({ id }: UserRow) => {
  const row = await server.db
    .selectFrom('users')
    .select('failed_sign_ins')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.failed_sign_ins;
};

const noticesTo = async ({ email }: UserRow) => {
  const mails = await server.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', email)
    .execute();
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes('no longer works'));
};

const reset = async ({ id }: UserRow) => {
  const link = await inTransaction(server.db, (transaction) =>
    offerPasswordLink(transaction, { userId: id, kind: 'reset' }, ''),
  );
  const token = link.split('#')[1];
  return server.call('POST /api/auth/set-password', { body: { token, password: newPassword } });
};

describe('100 wrong passwords in a row', () => {
  it('make the right one useless until it is reset, which the user hears once by mail', async () => {
    const user = await userAfter(99);
    expect(await signIn(user.email, wrong)).toMatchObject(refused);
    expect(await signIn(user.email)).toMatchObject(refused);
    expect(await signIn(user.email, wrong)).toMatchObject(refused);
    expect(await noticesTo(user)).toEqual(['Your password for Homequest no longer works']);
    expect((await reset(user)).status).toBe(200);
    expect((await signIn(user.email, newPassword)).status).toBe(200);
    expect(await failures(user)).toBe(0);
  });

  it('count in a row only: a right one begins again', async () => {
    const user = await userAfter(98);
    await signIn(user.email, wrong);
    expect(await failures(user)).toBe(99);
    expect((await signIn(user.email)).status).toBe(200);
    expect(await failures(user)).toBe(0);
  });

  it('are counted one by one when they come at once, with one mail', async () => {
    const user = await userAfter(90);
    await Promise.all(Array.from({ length: 20 }, () => signIn(user.email, wrong)));
    expect(await failures(user)).toBe(110);
    expect(await noticesTo(user)).toHaveLength(1);
  });

  it('of strangers do not keep the owner out on a known device', async () => {
    const user = await makeUser(server.db);
    const { device } = (await signIn(user.email, testPassword, '')).body;
    await server.db.updateTable('users').set({ failed_sign_ins: 100 }).where('id', '=', user.id).execute();
    expect((await signIn(user.email, testPassword, device)).status).toBe(200);
    // The password stays useless elsewhere.
    expect(await signIn(user.email)).toMatchObject(refused);
  });

  it('on a known device make it unknown, and count for nobody else', async () => {
    const user = await makeUser(server.db);
    const { device } = (await signIn(user.email, testPassword, '')).body;
    await server.db
      .updateTable('known_devices')
      .set({ failed_sign_ins: 98 })
      .where('user_id', '=', user.id)
      .execute();
    await signIn(user.email, wrong, device);
    expect((await signIn(user.email, testPassword, device)).status).toBe(200);
    await server.db
      .updateTable('known_devices')
      .set({ failed_sign_ins: 99 })
      .where('user_id', '=', user.id)
      .execute();
    await signIn(user.email, wrong, device);
    expect(await failures(user)).toBe(0);
    const known = await server.db
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', user.id)
      .execute();
    expect(known).toEqual([]);
  });

  it('for an email that nobody has write as much, and leave nothing of it', async () => {
    const email = 'nobody-here@example.com';
    expect(await signIn(email, wrong)).toMatchObject(refused);
    const rows = await server.db
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', 'sign-in:nobody:%')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => key.includes(email))).toEqual([]);
  });
});
