import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, testPassword } from '../../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import type { UserRow } from '../../../tables/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const signIn = ({ email }: UserRow, device?: string, from = '203.0.113.7') =>
  server.call('POST /api/auth', {
    body: { email, password: testPassword, device },
    headers: { 'x-forwarded-for': from, 'user-agent': firefox },
  });

const noticesTo = ({ email }: UserRow) =>
  server.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .where('subject', '=', 'New sign-in to your account at Homequest')
    .execute();

const member = () => makeUser(server.db, { last_sign_in_at: fromNow(-60_000) });

describe('a sign-in on a new device', () => {
  it('is mailed with device, address and time', async () => {
    const user = await member();
    const { body } = await signIn(user, '');
    const [notice, ...others] = await noticesTo(user);
    expect(others).toEqual([]);
    expect(notice?.text).toMatch(
      /new device: Firefox on Linux, from 203\.0\.113\.7, on \d{4}-\d\d-\d\d at \d\d:\d\d UTC/,
    );
    expect(notice?.text).not.toContain(body.token);
  });

  it('is mailed once: then the device is known, wherever it is', async () => {
    const user = await member();
    const { device } = (await signIn(user, '')).body;
    await signIn(user, device, '198.51.100.9');
    expect(await noticesTo(user)).toHaveLength(1);
  });

  it('is mailed for a device that only another user has used', async () => {
    const [owner, user] = [await member(), await member()];
    const { device } = (await signIn(owner, '')).body;
    await signIn(user, device);
    expect(await noticesTo(user)).toHaveLength(1);
  });

  it('is mailed for a program at another address, which sends no device token', async () => {
    const user = await member();
    await signIn(user);
    await signIn(user);
    expect(await noticesTo(user)).toHaveLength(1);
    await signIn(user, undefined, '198.51.100.9');
    expect(await noticesTo(user)).toHaveLength(2);
  });

  it('is not mailed for the first sign-in of an account, nor for a wrong password', async () => {
    const user = await makeUser(server.db);
    await signIn(user, '');
    expect(await noticesTo(user)).toEqual([]);
  });
});

describe('the 21st session', () => {
  it('ends the oldest one', async () => {
    const user = await member();
    const tokens: string[] = [];
    for (let n = 0; n < 21; n++) tokens.push((await signIn(user)).body.token);
    const [oldest, second, newest] = [tokens[0], tokens[1], tokens.at(-1)];
    const statusOf = async (token: string | undefined) =>
      (await server.call('GET /api/auth', { token })).status;
    expect([await statusOf(oldest), await statusOf(second), await statusOf(newest)]).toEqual([401, 200, 200]);
    const rows = await server.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    expect(rows).toHaveLength(20);
  });

  it('leaves 20 of 30 that are opened at once', async () => {
    const user = await member();
    await Promise.all(Array.from({ length: 30 }, () => signIn(user)));
    const rows = await server.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    expect(rows).toHaveLength(20);
  });
});
