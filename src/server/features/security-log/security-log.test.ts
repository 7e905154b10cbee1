import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeToken, makeUser, testPassword } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { patience } from '../../../../test/patience.ts';
import { codeOf, giveTotp, wrongCodeFor } from '../../../../test/second-factor.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import type { SecurityEntry } from '../../../shared/security-log/security-log.contract.ts';
import { day } from '../../../shared/time.ts';
import { acceptKeyCommand } from '../../commands/accept-key.ts';
import type { Command } from '../../commands/command.ts';
import { verifyLogCommand } from '../../commands/verify-log.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Sealing, sealingBy } from '../../platform/sealing.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import type { UserRow } from '../../tables/users.ts';
import { anchorSecurityLog } from './anchor-security-log.ts';
import {
  type Anchor,
  appendSecurityEvents,
  proveSecurityLog,
  shortenSecurityLog,
  verifySecurityLog,
} from './security-chain.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

let server: TestServer;
let admin: string;
const lines: string[] = [];
beforeAll(async () => {
  server = await testServer(
    { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' },
    { logStream: { write: (line) => void lines.push(line) } },
  );
  admin = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const signIn = (email: string, password = testPassword, from = '203.0.113.7') =>
  server.call('POST /api/auth', {
    body: { email, password },
    headers: { 'x-forwarded-for': from, 'user-agent': firefox, 'x-request-id': `try-of-${from}` },
  });

const search = async (query: string): Promise<SecurityEntry[]> =>
  (await server.call(`GET /api/security-log?${query}`, { token: admin })).body;
const eventsOf = async ({ id }: UserRow) => (await search(`user=${id}`)).map(({ event }) => event);

const draft = (created_at: string) => ({
  event: 'sign-in' as const,
  detail: '',
  user_id: null,
  address: '198.51.100.1',
  device: 'Unknown device',
  request_id: 'old',
  created_at,
});

describe('the security log', () => {
  it('records a failed and a right sign-in with user, address, device and request', async () => {
    const user = await makeUser(server.db, { name: 'Ann Log' });
    await signIn(user.email, 'wrong password');
    await signIn(user.email);
    await expect.poll(() => eventsOf(user), patience).toEqual(['sign-in', 'sign-in.failed']);
    const [entry] = await search(`user=${user.id}&event=sign-in.failed`);
    expect(entry).toMatchObject({
      detail: 'password',
      user: { _id: user.id, name: 'Ann Log' },
      address: '203.0.113.7',
      device: 'Firefox on Linux',
      request: 'try-of-203.0.113.7',
    });
  });

  it('writes the same as lines to the log of the server, without names and email addresses', async () => {
    const user = await makeUser(server.db, { name: 'Lina Line' });
    await signIn(user.email);
    const line = () => lines.find((each) => each.includes('security event') && each.includes(user.id));
    await expect.poll(line, patience).toBeDefined();
    const { security } = JSON.parse(line() ?? '{}');
    const row = await server.db
      .selectFrom('security_log')
      .select(['number', 'hash'])
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    expect(security).toMatchObject({ event: 'sign-in', user_id: user.id, ...row });
    expect(lines.join('')).not.toContain(user.email);
    expect(lines.join('')).not.toContain('Lina');
  });

  it('records a failure for an email that nobody has without it', async () => {
    await signIn('unknown@example.com', 'wrong password', '203.0.113.8');
    await expect
      .poll(() => search('address=203.0.113.8'), patience)
      .toMatchObject([{ event: 'sign-in.failed', user: null }]);
  });

  it('does not record what is no try: input that is not valid', async () => {
    const tries = [{ email: 'ann@example.com' }, { email: 'x', password: 'y' }];
    for (const body of tries)
      await server.call('POST /api/auth', { body, headers: { 'x-forwarded-for': '203.0.113.20' } });
    await signIn('nobody@example.com', 'wrong password', '203.0.113.20');
    await expect.poll(async () => (await search('address=203.0.113.20')).length, patience).toBe(1);
  });

  it('says by what factors a sign-in was done, asked for and tried', async () => {
    const user = await makeUser(server.db);
    const { secret, recoveryCodes } = await giveTotp(server, user.id);
    const from = { 'x-forwarded-for': '203.0.113.21' };
    const password = { email: user.email, password: testPassword };
    const auth = (body: object) => server.call('POST /api/auth', { body, headers: from });
    const { body } = await auth(password);
    const second = (code: string) =>
      server.call('POST /api/auth/second-factor', {
        body: { ticket: body.secondFactor.ticket, code },
        headers: from,
      });
    await second(wrongCodeFor(secret));
    await second(codeOf(secret));
    await auth({ ...password, code: wrongCodeFor(secret) });
    const { token } = (await auth({ ...password, code: recoveryCodes[0] })).body;
    await server.call('POST /api/auth/confirm', { token, body: { code: 'ABCD-0000' }, headers: from });
    await server.call('DELETE /api/auth/totp', { token, headers: from });
    const said = async () =>
      (await search(`user=${user.id}`)).map(({ event, detail }) => `${event}: ${detail}`).reverse();
    await expect
      .poll(said, patience)
      .toEqual([
        'second-factor.asked: password',
        'second-factor.failed: code',
        'sign-in: code',
        'second-factor.failed: password and code',
        'sign-in: password and recovery code',
        'confirmation.failed: recovery code',
        'factor.removed: authenticator app',
      ]);
  });

  it('records a reset that somebody asked for under the account, and set passwords', async () => {
    const user = await makeUser(server.db);
    const headers = { 'x-forwarded-for': '203.0.113.22' };
    await server.call('POST /api/auth/reset-password', { body: { email: user.email }, headers });
    await server.call('POST /api/auth/reset-password', { body: { email: 'no@example.com' }, headers });
    const byAddress = async () => (await search('address=203.0.113.22')).map((each) => each.user?._id);
    await expect.poll(byAddress, patience).toHaveLength(2);
    expect(new Set(await byAddress())).toEqual(new Set([user.id, undefined]));
    await server.call('POST /api/auth/set-password', {
      body: { token: 'x'.repeat(43), password: 'a walnut tea kettle', adult: true },
      headers,
    });
    const failed = 'address=203.0.113.22&event=password-link.failed';
    await expect.poll(async () => (await search(failed)).length, patience).toBe(1);
  });

  it("records what admins do to an account under that account, and members' own doing", async () => {
    const user = await makeUser(server.db);
    const { token } = (await signIn(user.email, testPassword, '203.0.113.23')).body;
    await server.call('DELETE /api/auth/sessions', { token });
    for (const key of ['DELETE', 'POST'])
      await server.call(`${key} /api/users/${user.id}/${key === 'POST' ? 'suspend' : 'sessions'}`, {
        token: admin,
      });
    await expect
      .poll(() => eventsOf(user), patience)
      .toEqual(['account.suspended', 'sessions.ended', 'sessions.ended', 'sign-in']);
    expect((await search(`user=${user.id}&event=account.suspended`))[0]?.detail).toBe('by an admin');
  });

  it('records 403 and 429 once a minute for each user or address', async () => {
    const user = await makeUser(server.db);
    const { token } = (await signIn(user.email, testPassword, '203.0.113.9')).body;
    for (let n = 0; n < 3; n++)
      expect((await server.call('GET /api/security-log', { token })).status).toBe(403);
    for (let n = 0; n < 12; n++) await signIn(`nobody${n}@example.com`, 'wrong', '203.0.113.10');
    await expect
      .poll(async () => (await search('address=203.0.113.10&event=too-many-requests')).length, patience)
      .toBe(1);
    expect(await eventsOf(user)).toEqual(['forbidden', 'sign-in']);
    expect((await search(`user=${user.id}`))[0]?.detail).toBe('GET /api/security-log');
  });

  it('is searched by days of the office, both included', async () => {
    const user = await makeUser(server.db);
    const moments = ['2026-08-01T06:59:59.999Z', '2026-08-01T07:00:00.000Z', '2026-08-03T06:59:59.999Z'];
    await appendSecurityEvents(
      server.parts,
      [...moments, '2026-08-03T07:00:00.000Z'].map((moment) => ({ ...draft(moment), user_id: user.id })),
    );
    const momentsIn = async (days: string) =>
      (await search(`user=${user.id}&${days}`)).map(({ date }) => date).toReversed();
    expect(await momentsIn('from=2026-08-01&to=2026-08-02')).toEqual(moments.slice(1));
    expect(await momentsIn('to=2026-07-31')).toEqual(moments.slice(0, 1));
    for (const day of ['0000-01-01', '2026-02-30', 'x'])
      expect((await server.call(`GET /api/security-log?from=${day}`, { token: admin })).body.msg).toBe(
        'From must be a date such as 2026-01-31',
      );
  });

  it('shows members their own part only, and nothing to visitors', async () => {
    const [user, other] = [await makeUser(server.db), await makeUser(server.db)];
    const { token } = (await signIn(user.email, testPassword, '203.0.113.11')).body;
    await signIn(other.email, testPassword, '203.0.113.11');
    await expect.poll(() => eventsOf(other), patience).toEqual(['sign-in']);
    const { status, body } = await server.call('GET /api/auth/security-log', { token });
    expect({ status, users: body.map((entry: SecurityEntry) => entry.user?._id) }).toEqual({
      status: 200,
      users: [user.id],
    });
    expect((await server.call('GET /api/auth/security-log')).status).toBe(401);
    expect((await server.call('GET /api/security-log')).status).toBe(401);
    const faulty = await server.call('GET /api/security-log?event=x&user=y', { token: admin });
    expect(faulty.body.errors).toEqual([
      { msg: 'Event is not known', field: 'event' },
      { msg: 'User is not valid', field: 'user' },
    ]);
  });

  if (engine === 'postgres')
    it('is not on the way of a sign-in, which succeeds while its chain is locked', async () => {
      const user = await makeUser(server.db);
      await inTransaction(server.db, async (transaction) => {
        await acquireLock(transaction, 'security-log');
        expect((await signIn(user.email, testPassword, '203.0.113.30')).status).toBe(200);
        expect(await eventsOf(user)).toEqual([]);
      });
      await expect.poll(() => eventsOf(user), patience).toEqual(['sign-in']);
    });

  it('loses the name of a deleted user', async () => {
    const user = await makeUser(server.db, { name: 'Gone Away' });
    await signIn(user.email, testPassword, '203.0.113.12');
    await expect.poll(() => eventsOf(user), patience).toEqual(['sign-in']);
    await server.call(`DELETE /api/users/${user.id}`, { token: admin });
    await expect
      .poll(() => search(`user=${user.id}`), patience)
      .toMatchObject([
        { event: 'account.deleted', user: null },
        { event: 'sign-in', user: null },
      ]);
    expect((await verifySecurityLog(server.db)).faults).toEqual([]);
  });
});

describe('its chain', () => {
  let own: TestServer;
  beforeAll(async () => {
    own = await testServer();
  });
  afterAll(() => own.stop());

  const verify = () => verifySecurityLog(own.db, { sealing: own.parts.sealing });
  const output = async (args: string[] = []) => {
    const shown: string[] = [];
    const terminal = { line: (text = '') => void shown.push(text), progress: () => {} };
    const { dataDir, databaseUrl } = own.config;
    const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const fault = await verifyLogCommand
      .run(args, terminal, environment)
      .catch((error: Error) => error.message);
    return { shown: shown.join('\n'), fault };
  };

  it('has no gap when events are appended from everywhere at once', async () => {
    const moment = new Date().toISOString();
    // SQLite has one process, PostgreSQL may have several.
    const other = own.config.databaseUrl ? await secondServer(own) : own;
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        appendSecurityEvents((at % 2 ? own : other).parts, [draft(moment), draft(moment)]),
      ),
    );
    if (other !== own) await other.stop();
    // The first one says from where on there are proofs.
    expect(await verify()).toMatchObject({ events: 41, last: { number: 41 }, faults: [] });
    expect(await output()).toMatchObject({ shown: expect.stringMatching(/^41 events are intact\. .+$/) });
  });

  it('cannot be changed or deleted by the application', async () => {
    const refusal = /append-only/;
    await expect(own.db.updateTable('security_log').set({ address: 'x' }).execute()).rejects.toThrow(refusal);
    await expect(own.db.deleteFrom('security_log').execute()).rejects.toThrow(refusal);
  });

  it('shows an end that was cut off and a chain made anew, by the lines that were shipped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shipped-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'log.ndjson');
    const ship = (security: object) =>
      writeFile(file, `Started\n${JSON.stringify({ level: 30, security })}\n{"level":30}\n`);
    const whole = (await verifySecurityLog(own.db)).last;
    await ship({ ...whole });
    expect(await output(['--shipped', file])).toMatchObject({ shown: expect.stringContaining('are intact') });
    await ship({ number: 43, hash: 'x' });
    expect(await output(['--shipped', file])).toMatchObject({ shown: '42 to 43: cut off' });
    await ship({ number: 30, hash: 'of another chain' });
    expect(await output(['--shipped', file])).toMatchObject({
      shown: '1 to 30: not the chain that was shipped',
    });
    await writeFile(file, '{}');
    expect(await output(['--shipped', file])).toMatchObject({ fault: expect.stringContaining('no line') });
    await rm(file);
    expect(await output(['--shipped', file])).toMatchObject({ fault: expect.stringContaining('ENOENT') });
  });

  it('shows what somebody with the database changed and removed', async () => {
    const triggers = own.config.databaseUrl
      ? ['alter table security_log disable trigger all']
      : ['drop trigger security_log_no_update', 'drop trigger security_log_no_delete'];
    for (const statement of triggers) await sql.raw(statement).execute(own.db);
    await own.db.updateTable('security_log').set({ address: '192.0.2.1' }).where('number', '=', 7).execute();
    await own.db.deleteFrom('security_log').where('number', 'in', [20, 21]).execute();
    const { faults } = await verify();
    expect(faults).toEqual(['7: changed', '20 to 21: missing']);
    expect(await output()).toEqual({
      shown: '7: changed\n20 to 21: missing',
      fault: '\nThe security log was tampered with: 2 faults.',
    });
    const chain = own.db.selectFrom('security_log').select('hash');
    const cut = await chain.where('number', '=', 29).executeTakeFirst();
    await own.db.deleteFrom('security_log').where('number', '<', 30).execute();
    expect((await verify()).faults).toEqual(['1 to 29: missing']);
    // A forged shortening hides the gap from a reader with the key, but not from the shipped lines.
    const forged = { event: 'log.shortened' as const, detail: `29:${String(cut?.hash)}` };
    await appendSecurityEvents(own.parts, [{ ...draft(new Date().toISOString()), ...forged }]);
    expect((await verify()).faults).toEqual([]);
    const { faults: shown } = await verifySecurityLog(own.db, {
      sealing: own.parts.sealing,
      known: [{ number: 10, hash: 'shipped' }],
    });
    expect(shown).toEqual(['10: was shipped, and is missing']);
  });
});

describe('its proofs', () => {
  let own: TestServer;
  let sealing: Sealing;
  beforeEach(async () => {
    own = await testServer();
    sealing = own.parts.sealing;
    const moment = new Date().toISOString();
    await appendSecurityEvents(own.parts, [draft(moment), draft(moment), draft(moment)]);
    for (const statement of own.config.databaseUrl
      ? ['alter table security_log disable trigger all']
      : ['drop trigger security_log_no_update', 'drop trigger security_log_no_delete'])
      await sql.raw(statement).execute(own.db);
  });
  afterEach(() => own.stop());

  const verify = (known: Anchor[] = []) => verifySecurityLog(own.db, { sealing, known });
  const rows = () => own.db.selectFrom('security_log').selectAll().orderBy('number').execute();
  /** Recalculates every hash by the public rule, as the database's owner can. */
  async function calculateAnew(from: number, change: (row: SecurityLogRow) => SecurityLogRow): Promise<void> {
    let before = '';
    for (const row of await rows()) {
      const { proof, hash: _hash, ...changed } = row.number < from ? row : change(row);
      const { number, id, event, detail, user_id, address, device, request_id, created_at } = changed;
      const fields = [number, id, event, detail, user_id, address, device, request_id, created_at];
      const hash = createHash('sha256').update(before).update(JSON.stringify(fields)).digest('base64url');
      await own.db
        .updateTable('security_log')
        .set({ ...changed, hash, proof: row.number < from ? proof : change(row).proof })
        .where('number', '=', number)
        .execute();
      before = hash;
    }
  }

  it('show a chain that was calculated anew, which its hashes do not', async () => {
    expect((await verify()).faults).toEqual([]);
    await calculateAnew(3, (row) => ({ ...row, address: '192.0.2.66' }));
    expect((await verifySecurityLog(own.db)).faults).toEqual([]);
    expect((await verify()).faults).toEqual(['3: with a false proof', '4: with a false proof']);
  });

  it('show that they were taken away, or made by a key of somebody’s own', async () => {
    await calculateAnew(1, (row) => ({ ...row, address: '192.0.2.66', proof: null }));
    expect((await verify()).faults).toEqual(['4: the end is not proved by this key']);
    const forger = sealingBy(randomBytes(32));
    await appendSecurityEvents({ db: own.db, sealing: forger }, [draft(new Date().toISOString())]);
    expect((await verify()).faults).toEqual(['6: the end is not proved by this key']);
    await proveSecurityLog(own.parts);
    // All is known to be by others now, and said so.
    expect(await verify()).toMatchObject({
      faults: [],
      proofs: {
        none: { events: 4, first: 1, last: 4 },
        others: { events: 2 },
        ours: { events: 1, first: 7 },
      },
    });
  });

  it('show what was written over their end, and one that was taken away a day after the first', async () => {
    const forger = sealingBy(randomBytes(32));
    await appendSecurityEvents({ db: own.db, sealing: forger }, [draft(new Date().toISOString())]);
    await proveSecurityLog(own.parts);
    expect((await verify()).faults).toEqual([
      '5: proved by another key, after events that are by this one',
      '6: proved by another key, after events that are by this one',
    ]);
    await own.db.deleteFrom('security_log').where('number', '>', 4).execute();
    await calculateAnew(4, (row) => ({ ...row, proof: null, created_at: fromNow(2 * day) }));
    await proveSecurityLog(own.parts);
    expect((await verify()).faults).toEqual(['4: without a proof']);
  });

  it('go on after events from before there were any, and after a lost key, and say what each covers', async () => {
    await calculateAnew(1, (row) => ({ ...row, proof: null }));
    await proveSecurityLog(own.parts);
    await proveSecurityLog(own.parts);
    expect(await verify()).toMatchObject({ events: 5, faults: [], proofs: { none: { last: 4 } } });
    await calculateAnew(2, (row) => ({ ...row, address: '192.0.2.66' }));
    expect((await verify()).faults).toEqual(['5: with a false proof']);
  });

  it('cannot be verified with a lost key, until another one is accepted, which the command says', async () => {
    const { dataDir, databaseUrl } = own.config;
    const run = async (command: Command, key: string | undefined) => {
      const shown: string[] = [];
      const terminal = { line: (text = '') => void shown.push(text), progress: () => {} };
      const environment = {
        DATA_DIR: dataDir,
        SECRETS_KEY: key,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      };
      const fault = await command.run([], terminal, environment).catch((error: Error) => error.message);
      return [...shown, ...(fault ? [fault] : [])].join('\n');
    };
    expect(await run(verifyLogCommand, undefined)).toMatch(/^4 events are intact\. The last is 4, \S{43}$/);
    const other = randomBytes(32).toString('base64');
    expect(await run(verifyLogCommand, other)).toMatch(
      /4 events are intact[\s\S]*proofs were not verified\. Only order and hashes were/,
    );
    await run(acceptKeyCommand, other);
    expect(await run(verifyLogCommand, other)).toMatch(
      /^5 events are intact[\s\S]*Events 1 to 4 \(4\) were proved by an earlier key\. Only their order and hashes/,
    );
    await calculateAnew(2, (row) => ({ ...row, address: '192.0.2.66' }));
    expect(await run(verifyLogCommand, other)).toContain('5: with a false proof');
    expect(await run(verifyLogCommand, other)).toContain('tampered');
  });

  it('are anchored each day outside of the database, which shows an end that was cut off and written anew', async () => {
    const said: object[] = [];
    const config = { ...own.parts.config, securityAnchorEmail: 'archive@example.org' };
    await anchorSecurityLog({ ...own.parts, config }, { info: (line: object) => void said.push(line) });
    const { number, hash } = (await rows()).at(-1) ?? { number: 0, hash: '' };
    expect(said).toEqual([{ security: { number, hash } }]);
    const [text] = await textsTo(own, 'archive@example.org');
    expect(text).toContain(`\n${number}:${hash}\n`);
    expect((await verify([{ number, hash }])).faults).toEqual([]);
    await own.db.deleteFrom('security_log').where('number', '=', number).execute();
    expect((await verify()).faults).toEqual([]);
    expect((await verify([{ number, hash }])).faults).toEqual(['4 to 4: cut off']);
    await appendSecurityEvents(own.parts, [draft(new Date().toISOString())]);
    expect((await verify()).faults).toEqual([]);
    expect((await verify([{ number, hash }])).faults).toEqual(['1 to 4: not the chain that was shipped']);
  });
});

describe('after 12 months', () => {
  it('an event goes, and the chain of the others stays whole', async () => {
    const own = await testServer();
    try {
      const monthsAgo = (months: number) => {
        const moment = new Date();
        moment.setUTCMonth(moment.getUTCMonth() - months);
        return moment.toISOString();
      };
      await appendSecurityEvents(
        own.parts,
        [13, 13, 11, 1].map((months) => draft(monthsAgo(months))),
      );
      await shortenSecurityLog(own.parts, monthsAgo(12), 100);
      const rows = await own.db
        .selectFrom('security_log')
        .select(['number', 'event'])
        .orderBy('number')
        .execute();
      expect(rows).toEqual([
        { number: 4, event: 'sign-in' },
        { number: 5, event: 'sign-in' },
        { number: 6, event: 'log.shortened' },
      ]);
      expect((await verifySecurityLog(own.db, { sealing: own.parts.sealing })).faults).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});
