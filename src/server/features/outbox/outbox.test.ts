import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { testSmtp } from '../../../../test/smtp.ts';
import type { OutboxMailText } from '../../../shared/outbox/outbox.contract.ts';
import { day, hour } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Mail, queueMail } from '../../platform/mail/queue-mail.ts';
import { queueSealedLetter } from '../../platform/mail/sealed-letter.ts';
import { sealingBy } from '../../platform/sealing.ts';
import type { MailRow } from '../../tables/mails.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const missing = '0190a0b0-0000-7000-8000-000000000000';

const queue = (mail: Partial<Mail> = {}, { db } = server) =>
  inTransaction(db, (transaction) =>
    queueMail(transaction, { to: 'ana@example.com', subject: 'Hello', text: 'A text.', ...mail }),
  );
const change = (id: string, values: Partial<MailRow>) =>
  server.db.updateTable('mails').set(values).where('id', '=', id).execute();
const call = (key: string) => server.call(key, { token });
const ids = (body: { _id: string }[]) => body.map(({ _id }) => _id);

describe('GET /api/outbox', () => {
  it('lists the mails without their text, newest first, a page at a time', async () => {
    const queued: string[] = [];
    for (let number = 0; number < 5; number++) queued.unshift(await queue({ subject: `Number ${number}` }));
    const first = await call('GET /api/outbox?limit=2');
    expect(first.body[0]).toEqual({
      _id: queued[0],
      to: 'ana@example.com',
      subject: 'Number 4',
      state: 'waiting',
      attempts: 0,
      error: null,
      date: expect.any(String),
      nextAttempt: expect.any(String),
      sent: null,
    });
    const seen = ids(first.body);
    let next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    while (next && seen.length < 5) {
      const page = await call(`GET ${next}`);
      seen.push(...ids(page.body));
      next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen.slice(0, 5)).toEqual(queued);
  });

  it('filters by state', async () => {
    const [failed, sent] = [await queue(), await queue()];
    await change(failed, { state: 'failed', last_error: 'Mailbox unavailable', attempts: 20 });
    await change(sent, { state: 'sent', sent_at: fromNow(0) });
    const list = async (state: string) => ids((await call(`GET /api/outbox?state=${state}`)).body);
    expect(await list('failed')).toEqual([failed]);
    expect(await list('sent')).toEqual([sent]);
    expect(await list('waiting')).not.toContain(sent);
    const { body } = await call('GET /api/outbox?state=failed');
    expect(body[0]).toMatchObject({ error: 'Mailbox unavailable', attempts: 20, nextAttempt: null });
  });

  it.each(['limit=0', 'limit=201', 'cursor=x', 'state=lost'])('rejects %s', async (query) => {
    expect((await call(`GET /api/outbox?${query}`)).status).toBe(400);
  });
});

describe('GET /api/outbox/summary', () => {
  it('counts what needs looking after, and says whether there is a mail server', async () => {
    const empty = await testServer();
    onTestFinished(() => empty.stop());
    const admin = await makeToken(empty.db, { admin: true });
    const summary = async () => (await empty.call('GET /api/outbox/summary', { token: admin })).body;
    expect(await summary()).toEqual({ mailServer: false, waiting: 0, failed: 0 });
    const [first] = [await queue({}, empty), await queue({}, empty), await queue({}, empty)];
    await empty.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', first).execute();
    expect(await summary()).toEqual({ mailServer: false, waiting: 2, failed: 1 });
  });
});

describe('GET /api/outbox/:id', () => {
  it('shows the text of a mail that waits, and of one that was given up', async () => {
    const id = await queue({ text: 'Call me at https://example.com/a?b=c, please.', html: '<b>never</b>' });
    const words = 'Call me at https://example.com/a?b=c, please.';
    expect((await call(`GET /api/outbox/${id}`)).body.text).toBe(words);
    await change(id, { state: 'failed' });
    const { body } = await call(`GET /api/outbox/${id}`);
    expect(body).toMatchObject({ state: 'failed', text: words });
    expect(JSON.stringify(body)).not.toContain('never');
  });

  it('shows no text of a mail that was sent: it is not stored', async () => {
    const id = await queue();
    await change(id, { state: 'sent', sent_at: fromNow(0), text: '', html: null });
    expect((await call(`GET /api/outbox/${id}`)).body).toMatchObject({ state: 'sent', text: null });
  });

  it('hides the secret of a reset, also in what a mail server said', async () => {
    await makeUser(server.db, { email: 'forgetful@example.com' });
    await server.call('POST /api/auth/reset-password', { body: { email: 'forgetful@example.com' } });
    const mails = server.db.selectFrom('mails').selectAll().where('recipient', '=', 'forgetful@example.com');
    await expect.poll(async () => (await mails.execute()).length).toBe(1);
    const mail = await mails.executeTakeFirstOrThrow();
    const [sent = ''] = await textsTo(server, 'forgetful@example.com');
    const secret = secretIn(sent);
    expect(JSON.stringify(mail)).not.toContain(secret);
    await change(mail.id, { last_error: `550 bad link ${/https?:\S+#\S+/.exec(sent)?.[0]}` });
    for (const path of [`/api/outbox/${mail.id}`, '/api/outbox?limit=200']) {
      const { status, body } = await call(`GET ${path}`);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(secret.slice(0, 12));
    }
    const { body } = await call(`GET /api/outbox/${mail.id}`);
    expect(body.text).toContain('/reset-password/new#[hidden]');
    expect(body.text).toContain('once');
  });

  it('hides the link of an invitation, also when admins have to deliver it by hand', async () => {
    const { text, body } = await invited(server);
    expect(body).toMatchObject({
      byHand: true,
      text: expect.stringContaining('/reset-password/new#[hidden]'),
    });
    expect(JSON.stringify(body)).not.toContain(secretIn(text).slice(0, 12));
  });

  it('hides the link of an invitation that a mail server has yet to accept', async () => {
    const refusing = await testSmtp(() => new Error('Greylisted, try again later'));
    onTestFinished(() => refusing.stop());
    const sending = await testServer({ SMTP_URL: refusing.url, MAIL_FROM: 'site@brokerage.example' });
    onTestFinished(() => sending.stop());
    const { body } = await invited(sending);
    expect(body).toMatchObject({ state: 'waiting', byHand: false });
    expect(body.text).toContain('/reset-password/new#[hidden]');
    expect(body.text).not.toMatch(/new#[\w-]/);
  });

  it('says so of a letter that another key sealed', async () => {
    const owner = await makeUser(server.db, { email: 'lost@example.com' });
    await inTransaction(server.db, (transaction) =>
      queueSealedLetter(
        transaction,
        sealingBy(randomBytes(32)),
        { to: owner, subject: 'A link', opening: ['Secret words'], closing: [] },
        { userId: owner.id },
      ),
    );
    const mails = server.db.selectFrom('mails').select('id').where('recipient', '=', owner.email);
    const { id } = await mails.executeTakeFirstOrThrow();
    const { status, body } = await call(`GET /api/outbox/${id}`);
    expect(status).toBe(200);
    expect(body.text).toBe("We can't read this email anymore. Please ask for it again.");
  });
});

describe('GET /api/outbox/:id/invitation', () => {
  it('shows the link to admins as long as there is no mail server, and records it', async () => {
    const { id, text } = await invited(server);
    const { status, body } = await call(`GET /api/outbox/${id}/invitation`);
    expect({ status, shown: secretIn(body.text) }).toEqual({ status: 200, shown: secretIn(text) });
    const [entry] = (await call('GET /api/audit?action=invitation.shown')).body;
    expect(entry).toMatchObject({
      actor: { name: 'Ada Admin' },
      object: { _id: id },
      details: 'invited@example.com',
    });
    expect(JSON.stringify(entry)).not.toContain(secretIn(text).slice(0, 12));
  });

  it('knows no other mail, none that was sent, and none that a mail server delivers', async () => {
    const missed = { status: 404, body: { msg: 'Invitation not found' } };
    expect(await call(`GET /api/outbox/${await queue()}/invitation`)).toMatchObject(missed);
    expect(await call(`GET /api/outbox/${missing}/invitation`)).toMatchObject(missed);
    const { id } = await invited(server);
    await change(id, { state: 'sent', sent_at: fromNow(0) });
    expect(await call(`GET /api/outbox/${id}/invitation`)).toMatchObject(missed);
    await makeUser(server.db, { email: 'resets@example.com' });
    await server.call('POST /api/auth/reset-password', { body: { email: 'resets@example.com' } });
    const resets = server.db.selectFrom('mails').select('id').where('recipient', '=', 'resets@example.com');
    await expect.poll(async () => (await resets.execute()).length).toBe(1);
    const reset = await resets.executeTakeFirstOrThrow();
    expect(await call(`GET /api/outbox/${reset.id}/invitation`)).toMatchObject(missed);

    const refusing = await testSmtp(() => new Error('Greylisted, try again later'));
    onTestFinished(() => refusing.stop());
    const sending = await testServer({ SMTP_URL: refusing.url, MAIL_FROM: 'site@brokerage.example' });
    onTestFinished(() => sending.stop());
    const { id: sends, admin } = await invited(sending);
    expect(await sending.call(`GET /api/outbox/${sends}/invitation`, admin)).toMatchObject(missed);
  });

  it('lets an old session of an admin into no account that is invited', async () => {
    const { id, user, text, admin } = await invited(server, { admin: true });
    const then = fromNow(-5 * hour);
    await server.db
      .updateTable('sessions')
      .set({ created_at: then })
      .where('user_id', '=', admin.id)
      .execute();
    const asked = { status: 400, body: { confirm: { methods: ['password'] } } };
    const tries = [
      `GET /api/outbox/${id}/invitation`,
      `POST /api/users/${user}/invitation`,
      `GET /api/outbox/${id}`,
      'GET /api/outbox',
    ];
    const answers = [];
    for (const key of tries) answers.push(await server.call(key, admin));
    expect(answers).toMatchObject([asked, asked, { status: 200 }, { status: 200 }]);
    expect(JSON.stringify(answers)).not.toContain(secretIn(text).slice(0, 12));
    // Not one more invitation has been written.
    expect(await textsTo(server, 'invited@example.com')).toHaveLength(1);
  });
});

interface Invited {
  id: string;
  user: string;
  /** As it is sent. */
  text: string;
  body: OutboxMailText;
  /** The admin who invited. */
  admin: Person;
}

async function invited(server: TestServer, given: { admin?: boolean } = {}): Promise<Invited> {
  const { db, call: callOf } = server;
  const admin = await person(server, { admin: true });
  const fields = { name: 'Ivo', email: 'invited@example.com', ...given };
  await db.deleteFrom('users').where('email', '=', fields.email).execute();
  await db.deleteFrom('mails').where('recipient', '=', fields.email).execute();
  const { body: user } = await callOf('POST /api/users', { token: admin.token, body: fields });
  const mails = db.selectFrom('mails').selectAll().where('recipient', '=', fields.email);
  const { id } = await mails.executeTakeFirstOrThrow();
  const [text = ''] = await textsTo(server, fields.email);
  const list = await callOf('GET /api/outbox', admin);
  expect(JSON.stringify(list.body)).not.toMatch(/new#[\w-]/);
  const { body } = await callOf(`GET /api/outbox/${id}`, admin);
  return { id, user: user._id, text, body, admin };
}

const secretIn = (text: string): string => /\/reset-password\/new#([\w-]{43})/.exec(text)?.[1] ?? 'no link';

describe('POST /api/outbox/:id/retry', () => {
  it('sends a mail that was given up, and puts it on record', async () => {
    const smtp = await testSmtp();
    onTestFinished(() => smtp.stop());
    const sending = await testServer({ SMTP_URL: smtp.url, MAIL_FROM: 'site@brokerage.example' });
    onTestFinished(() => sending.stop());
    const admin = await makeToken(sending.db, { admin: true, name: 'Ada Admin' });
    const { body: summary } = await sending.call('GET /api/outbox/summary', { token: admin });
    expect(summary.mailServer).toBe(true);
    await sending.db
      .insertInto('mails')
      .values({
        id: missing,
        recipient: 'ana@example.com',
        subject: 'Long ago',
        text: 'A text.',
        state: 'failed',
        attempts: 30,
        first_attempt_at: fromNow(-4 * day),
        next_attempt_at: fromNow(0),
        last_error: 'Mailbox unavailable',
        created_at: fromNow(-4 * day),
      })
      .execute();
    const retried = await sending.call(`POST /api/outbox/${missing}/retry`, { token: admin });
    expect(retried).toMatchObject({ status: 200, body: { _id: missing, state: 'waiting' } });
    await expect.poll(() => smtp.accepted().length).toBe(1);
    const auditEvents = sending.db.selectFrom('audit_log').selectAll().where('action', '=', 'mail.retried');
    expect(await auditEvents.execute()).toMatchObject([
      { actor_name: 'Ada Admin', object_id: missing, object_name: 'Long ago', details: 'ana@example.com' },
    ]);
    const read = () => sending.call(`GET /api/outbox/${missing}`, { token: admin });
    await expect.poll(async () => (await read()).body.state).toBe('sent');
    const again = await sending.call(`POST /api/outbox/${missing}/retry`, { token: admin });
    expect(again).toMatchObject({ status: 400, body: { msg: 'This email has been sent already' } });
    expect(await auditEvents.execute()).toHaveLength(1);
  });

  it('gives a mail its three days again', async () => {
    const id = await queue();
    await change(id, { state: 'failed', first_attempt_at: fromNow(-4 * day) });
    const { body } = await call(`POST /api/outbox/${id}/retry`);
    expect(Date.parse(body.nextAttempt)).toBeLessThanOrEqual(Date.now());
    const row = server.db.selectFrom('mails').select('first_attempt_at').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ first_attempt_at: null });
  });

  it('knows which mail is missing', async () => {
    for (const key of [
      `POST /api/outbox/${missing}/retry`,
      `GET /api/outbox/${missing}`,
      'GET /api/outbox/x',
    ]) {
      expect(await call(key)).toMatchObject({ status: 404, body: { msg: 'Mail not found' } });
    }
  });
});
