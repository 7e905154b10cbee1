import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { patience } from '../../../../test/patience.ts';
import { testServer } from '../../../../test/server.ts';
import { testSmtp } from '../../../../test/smtp.ts';
import { day, minute } from '../../../shared/time.ts';
import type { MailRow } from '../../tables/mails.ts';
import { readConfig } from '../config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { fromNow, now } from '../db/ids.ts';
import { inTransaction } from '../db/transaction.ts';
import { sealingBy } from '../sealing.ts';
import { MailWorker } from './mail.worker.ts';
import { claimDueMail, type Mail, queueMail, recordFailure } from './queue-mail.ts';
import { queueSealedLetter } from './sealed-letter.ts';

async function database(): Promise<TestDatabase> {
  const made = await testDatabase();
  onTestFinished(() => made.drop());
  return made;
}

async function smtp(...options: Parameters<typeof testSmtp>) {
  const server = await testSmtp(...options);
  onTestFinished(() => server.stop());
  return server;
}

const settings = {
  MAIL_FROM: 'Homequest <site@brokerage.example>',
  BASE_URL: 'https://www.brokerage.example',
};

const sealing = sealingBy(randomBytes(32));

function startWorker(db: Database, smtpUrl: string, log = Fastify().log, given = {}): MailWorker {
  const worker = new MailWorker(readConfig({ ...settings, ...given, SMTP_URL: smtpUrl }), db, sealing);
  onTestFinished(() => worker.stop());
  worker.start(log);
  return worker;
}

const queue = (db: Database, mail: Partial<Mail> = {}) =>
  inTransaction(db, (transaction) =>
    queueMail(transaction, { to: 'office@brokerage.example', subject: 'Hello', text: 'A text.', ...mail }),
  );
const mailOf = (db: Database, id: string): Promise<MailRow> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const states = async (db: Database) =>
  (await db.selectFrom('mails').select('state').execute()).map(({ state }) => state);
const attempted = (db: Database, id: string) =>
  expect.poll(async () => (await mailOf(db, id)).last_error, patience).not.toBeNull();
const endPauses = (db: Database) => db.updateTable('mails').set({ next_attempt_at: now() }).execute();

describe('a mail', () => {
  it('with a link is stored sealed, rendered when it is sent, and gone from the database then', async () => {
    const { db } = await database();
    const receiver = await smtp();
    const url = 'https://www.brokerage.example/reset-password/new#a-secret-of-the-link';
    const letter = {
      to: { name: 'Ann', email: 'ann@example.com' },
      subject: 'A link',
      opening: ['Follow it.'],
      action: { label: 'Go', url },
      closing: ['Or not.'],
    };
    await inTransaction(db, (transaction) => queueSealedLetter(transaction, sealing, letter));
    const stored = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toMatch(/secret-of-the-link|Follow/);
    startWorker(db, receiver.url);
    await expect.poll(() => states(db), patience).toEqual(['sent']);
    const [received = ''] = receiver.accepted().map(({ body }) => body.replaceAll(/=\r?\n/g, ''));
    expect(received.match(/secret-of-the-link/g)?.length).toBeGreaterThan(1);
    expect(received).toContain('Or not.');
    expect(await mailOf(db, stored.id)).toMatchObject({ text: '', html: null, sealed_letter: null });
  });

  it('that another key sealed is not sent, and says so', async () => {
    const { db } = await database();
    const receiver = await smtp();
    const letter = { to: { name: 'Ann', email: 'ann@example.com' }, subject: 'A', opening: [], closing: [] };
    await inTransaction(db, (transaction) =>
      queueSealedLetter(transaction, sealingBy(randomBytes(32)), letter),
    );
    const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
    startWorker(db, receiver.url);
    await attempted(db, id);
    expect((await mailOf(db, id)).last_error).toMatch(/^Sealed by the key/);
    expect(receiver.accepted()).toEqual([]);
  });

  it('waits where the mail server offers no TLS, unless the setting says otherwise', async () => {
    const { db } = await database();
    const server = await smtp();
    const id = await queue(db);
    startWorker(db, server.url, Fastify().log, { SMTP_TLS: 'required' });
    await attempted(db, id);
    expect((await mailOf(db, id)).last_error).toMatch(/STARTTLS/i);
    expect(server.seen).toEqual([]);
  });

  it('is sent with fixed sender and recipient, and its text is not stored', async () => {
    const { db } = await database();
    const server = await smtp();
    const id = await queue(db, { replyTo: 'ana@example.com', html: '<p>A text.</p>' });
    startWorker(db, server.url);
    await expect.poll(() => states(db), patience).toEqual(['sent']);
    const [mail] = server.accepted();
    expect(mail).toMatchObject({
      messageId: `<${id}@www.brokerage.example>`,
      from: 'site@brokerage.example',
      to: ['office@brokerage.example'],
    });
    expect(mail?.headers).toMatchObject({
      from: 'Homequest <site@brokerage.example>',
      to: 'office@brokerage.example',
      'reply-to': 'ana@example.com',
      subject: 'Hello',
    });
    expect(mail?.body).toContain('A text.');
    expect(await mailOf(db, id)).toMatchObject({ text: '', html: null, attempts: 1, last_error: null });
  });

  it('cannot be given further headers or recipients through its fields', async () => {
    const { db } = await database();
    const server = await smtp();
    await queue(db, {
      to: 'office@brokerage.example',
      replyTo: 'ana@example.com, bob@example.com\r\nBcc: everybody@example.com',
      subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\nforged\u0085body',
      text: 'A text.\r\n.\r\nMAIL FROM:<forged@example.com>\r\n',
    });
    startWorker(db, server.url);
    await expect.poll(() => states(db), patience).toEqual(['sent']);
    expect(server.seen).toHaveLength(1);
    const [mail] = server.seen;
    expect(mail?.to).toEqual(['office@brokerage.example']);
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.headers.subject).toBe('Hello Bcc: everybody@example.com forged body');
    expect(mail?.body).toContain('MAIL FROM:<forged@example.com>');
  });

  it('says in words that the mail server has no TLS on this port', async () => {
    const server = await smtp();
    const { db } = await database();
    const id = await queue(db);
    startWorker(db, server.url.replace('smtp:', 'smtps:'));
    await attempted(db, id);
    expect((await mailOf(db, id)).last_error).toMatch(/^The mail server does not speak TLS on this port: /);
  });

  it('waits without a mail server, and the log says so', async () => {
    const { db } = await database();
    const id = await queue(db);
    const lines: string[] = [];
    const { log } = Fastify({
      logger: { level: 'debug', stream: { write: (line: string) => lines.push(line) } },
    });
    startWorker(db, '', log).wake();
    // Not as a fault to someone who only tries the site.
    expect(lines).toEqual([expect.stringMatching(/"level":20,.*SMTP_URL is not set.*kept/)]);
    expect(await mailOf(db, id)).toMatchObject({ state: 'waiting', attempts: 0, text: 'A text.' });
  });
});

it('a mail queued without waking the worker is sent in its next round', async () => {
  const { db } = await database();
  const server = await smtp();
  startWorker(db, server.url);
  await queue(db);
  await expect.poll(() => states(db), patience).toEqual(['sent']);
});

describe('a mail that is rejected', () => {
  it.each([421, 451, 550])('with %i is tried again after a pause that doubles', async (responseCode) => {
    const { db } = await database();
    const server = await smtp((number) =>
      number < 3 ? Object.assign(new Error('Not today'), { responseCode }) : 'accept',
    );
    const id = await queue(db);
    const worker = startWorker(db, server.url);
    for (const pause of [minute, 2 * minute]) {
      await attempted(db, id);
      const mail = await mailOf(db, id);
      expect(mail).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('Not today') });
      const wait = Date.parse(mail.next_attempt_at) - Date.now();
      expect(wait).toBeGreaterThan(0.8 * pause - 5000);
      expect(wait).toBeLessThanOrEqual(pause);
      await db.updateTable('mails').set({ next_attempt_at: now(), last_error: null }).execute();
      worker.wake();
    }
    await expect.poll(() => states(db), patience).toEqual(['sent']);
    expect(new Set(server.seen.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.seen).toHaveLength(3);
  });

  it('has its reason in the log, in words that name no one', async () => {
    const { db } = await database();
    const server = await smtp(() => Object.assign(new Error('No Fay here'), { responseCode: 550 }));
    const lines: string[] = [];
    const { log } = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } });
    const id = await queue(db);
    startWorker(db, server.url, log);
    await attempted(db, id);
    const line = lines.find((each) => each.includes('mail not sent'));
    expect(line).toContain('"reason":"the mail server refuses the message"');
    expect(line).not.toContain('Fay');
  });

  it('is given up after three days of trying, of which days without a mail server are none', async () => {
    const { db } = await database();
    const server = await smtp(() => new Error('Never'));
    const untried = await queue(db);
    const tried = await queue(db);
    const days = (count: number) => fromNow(-count * day);
    await db
      .updateTable('mails')
      .set({ created_at: days(9) })
      .execute();
    await db
      .updateTable('mails')
      .set({ first_attempt_at: days(3), attempts: 20 })
      .where('id', '=', tried)
      .execute();
    const worker = startWorker(db, server.url);
    await attempted(db, untried);
    await attempted(db, tried);
    expect((await mailOf(db, untried)).state).toBe('waiting');
    expect((await mailOf(db, tried)).state).toBe('failed');
    await endPauses(db);
    worker.wake();
    await expect.poll(() => server.seen.length, patience).toBe(3);
    expect((await mailOf(db, tried)).attempts).toBe(21);
  });

  it('pauses for six hours at most', async () => {
    const { db } = await database();
    const id = await queue(db);
    await db.updateTable('mails').set({ attempts: 4000 }).execute();
    const mail = await claimDueMail(db);
    if (mail) await recordFailure(db, mail, 'Not today\0');
    const wait = Date.parse((await mailOf(db, id)).next_attempt_at) - Date.now();
    expect(wait).toBeGreaterThan(4.7 * 60 * minute);
    expect(wait).toBeLessThanOrEqual(6 * 60 * minute);
  });
});

describe('a mail server', () => {
  it('that hangs up after the message gets it again with the same Message-ID', async () => {
    const { db } = await database();
    const server = await smtp((number) => (number === 1 ? 'hang up' : 'accept'));
    const id = await queue(db);
    const worker = startWorker(db, server.url);
    await attempted(db, id);
    await endPauses(db);
    worker.wake();
    await expect.poll(() => states(db), patience).toEqual(['sent']);
    expect(server.seen.map(({ messageId }) => messageId)).toEqual(
      Array(2).fill(`<${id}@www.brokerage.example>`),
    );
  });

  it('that is slow keeps at most four mails busy, and gets all of them', async () => {
    const { db } = await database();
    const { promise, resolve } = Promise.withResolvers<'accept'>();
    const server = await smtp(() => promise);
    for (let i = 0; i < 9; i++) await queue(db);
    const worker = startWorker(db, server.url);
    await expect.poll(() => server.seen.length, patience).toBe(4);
    for (let i = 0; i < 9; i++) worker.wake();
    const claimed = await db.selectFrom('mails').select('id').where('attempts', '>', 0).execute();
    expect(claimed).toHaveLength(4);
    resolve('accept');
    await expect.poll(() => states(db), patience).toEqual(Array(9).fill('sent'));
    expect(server.seen).toHaveLength(9);
  });

  it('that says nothing cannot keep the worker from stopping, and the mail is free at once', async () => {
    const { db } = await database();
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const id = await queue(db);
    const worker = startWorker(db, `smtp://127.0.0.1:${port}`);
    await expect.poll(() => sockets.length, patience).toBe(1);
    const began = performance.now();
    await worker.stop();
    // A mail has ten times as long.
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(await claimDueMail(db)).toMatchObject({ id, state: 'waiting' });
  });

  it('is told that an email is automatic, and that the reply to a visitor answers; takes every address that forms take', async () => {
    const up = await smtp(() => 'accept');
    const server = await testServer({ ...settings, SMTP_URL: up.url });
    onTestFinished(() => server.stop());
    const token = await makeToken(server.db, { admin: true });
    const leadSettings = { replies: true, alertHours: 0, opensAt: 9, closesAt: 17 };
    await server.made('PUT /api/leads/settings', { token, body: leadSettings });
    const email = "a!#$%&'*?^_`{|}~z@xn--bcher-kva.example";
    const body = { firstName: 'Ana', lastName: 'Ortiz', phone: '5550100', email };
    expect((await server.call('POST /api/contact', { body })).status).toBe(200);
    await expect.poll(() => up.accepted().length, patience).toBe(2);
    const sent = up.accepted().map(({ headers }) => headers);
    expect(sent.map((headers) => headers['auto-submitted']).sort()).toEqual([
      'auto-generated',
      'auto-replied',
    ]);
    expect(sent.map((headers) => headers['x-auto-response-suppress'])).toEqual(
      Array(2).fill('OOF, AutoReply'),
    );
    expect(sent.find((headers) => headers['auto-submitted'] === 'auto-replied')?.to).toContain(email);
  });

  it('that is down and then up gets the mail of every contact request', async () => {
    const down = await testSmtp();
    await down.stop();
    const server = await testServer({ ...settings, SMTP_URL: down.url });
    onTestFinished(() => server.stop());
    const send = async (number: number) => {
      const body = {
        firstName: 'Ana',
        lastName: 'Ortiz',
        phone: '5550100',
        email: `ana${number}@example.com`,
      };
      return (await server.call('POST /api/contact', { body })).status;
    };
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => send(number)));
    expect(answers).toEqual(Array(30).fill(200));
    const failed = server.db.selectFrom('mails').select('id').where('last_error', 'is not', null);
    await expect.poll(async () => (await failed.execute()).length, patience).toBe(30);

    const up = await smtp((number) => ([7, 14, 21, 28].includes(number) ? 'hang up' : 'accept'), down.port);
    await endPauses(server.db);
    // Queueing a mail wakes the worker, which sends all due mails.
    expect(await send(30)).toBe(200);
    await expect.poll(() => up.seen.length, patience).toBe(31);
    await expect.poll(async () => (await failed.execute()).length, patience).toBe(4);
    await endPauses(server.db);
    expect(await send(31)).toBe(200);
    await expect.poll(() => states(server.db), patience).toEqual(Array(32).fill('sent'));
    const writers = up.accepted().map(({ headers }) => headers['reply-to']);
    expect(new Set(writers).size).toBe(32);
    expect(new Set(up.seen.map(({ messageId }) => messageId)).size).toBe(32);
  });
});

describe('several workers on one database', () => {
  it('send each mail once', async () => {
    const { db, ...where } = await database();
    const other = openDatabase(where);
    onTestFinished(() => other.destroy());
    const server = await smtp();
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) ids.push(await queue(db));
    startWorker(db, server.url);
    startWorker(other, server.url);
    await expect.poll(() => states(db), patience).toEqual(Array(60).fill('sent'));
    const wanted = ids.map((id) => `<${id}@www.brokerage.example>`);
    expect(server.seen.map(({ messageId }) => messageId).sort()).toEqual(wanted.sort());
  });

  it('take over what one of them was sending when it died', async () => {
    const { db } = await database();
    const server = await smtp();
    const id = await queue(db);
    const dead = await claimDueMail(db);
    expect(dead?.id).toBe(id);
    expect(await claimDueMail(db)).toBeUndefined();
    const holds = Date.parse((await mailOf(db, id)).next_attempt_at) - Date.now();
    expect(holds).toBeGreaterThan(minute);
    expect(holds).toBeLessThanOrEqual(3 * minute);
    await endPauses(db);
    startWorker(db, server.url);
    await expect.poll(() => states(db), patience).toEqual(['sent']);
    // The old worker was only asleep: its result no longer counts.
    if (dead) await recordFailure(db, dead, 'Too late');
    expect(await mailOf(db, id)).toMatchObject({ state: 'sent', last_error: null });
  });
});
