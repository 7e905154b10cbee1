import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  closingSettingsBody,
  coordinator,
  letWork,
  made,
  noteCheck,
  takeStep,
} from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { testSmtp } from '../../../../test/smtp.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { eraseOldClosings } from './erase-old-closings.ts';

/** docs/product.md P29.27. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const to = 'officer@escrow.example';
const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } };

interface Approved {
  id: string;
  agent: Person;
  number: number;
  path: string;
}

async function approved(given: object = {}, agent?: Person): Promise<Approved> {
  const who = agent ?? (await person(server));
  await letWork(server, who.id);
  const { _id: id } = await made(server, who, 'POST /api/my-closings', closingBody(given));
  await takeStep(server, office, id, 'approved');
  const [letter] = (await seen(id)).letters;
  return { id, agent: who, number: letter.number, path: pathOf(id, letter.number) };
}
const pathOf = (id: string, number: number) => `/api/closings/${id}/letters/${number}/email`;
const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);
/** @param path where the email is read */
function send(path: string, body: object = { to }, { token }: { token?: string } = office, headers = {}) {
  const [, , , id, , number] = path.split('/');
  const key = `POST /api/closings/${id}/emails`;
  return server.call(key, { token, body: { number: Number(number), ...body }, headers });
}
const mailsOf = async (...recipients: string[]) =>
  server.db
    .selectFrom('mails')
    .select(['id', 'recipient', 'reply_to', 'subject', 'text', 'user_id', 'document_id', 'state', 'attempts'])
    .where('recipient', 'in', recipients)
    .where('document_id', 'is not', null)
    .orderBy('id')
    .execute();
const forget = () => server.db.deleteFrom('mails').execute();

/** The closing, its history, and what it queues, to show that a refusal leaves nothing. */
async function traces({ id, agent }: Approved) {
  const { state, version, letters, events } = await seen(id);
  return { state, version, letters, events, mails: await mailsOf(to, agent.email) };
}

describe('a letter', () => {
  it('goes to escrow with its PDF, to the agent as a copy, and is noted as sent', async () => {
    await forget();
    const coAgent = await person(server);
    await letWork(server, coAgent.id);
    const closing = await approved({ coAgents: [{ user: coAgent.id, rate: 10_00 }] });
    const { id, agent, number, path } = closing;
    const shown = await made(server, office, `GET ${path}`);
    expect(shown).toEqual({
      to: 'files@shore.example',
      subject: `Commission instruction ${number}: 12 Ocean View Dr, Malibu`,
      text: expect.stringContaining(
        `Commission instruction ${number} for 12 Ocean View Dr, Malibu is attached.`,
      ),
      attachment: `Commission instruction ${number}.pdf`,
      agent: { name: agent.name, attachments: [`Commission instruction ${number}.pdf`] },
    });
    const answer = await send(path);
    expect([answer.status, answer.body.msg, answer.body.state]).toEqual([200, undefined, 'letter-sent']);
    expect(answer.body.letters[0].sent).toEqual(expect.any(String));
    expect(answer.body.events[0]).toMatchObject({ kind: 'letter-sent', text: `by email to ${to}` });
    expect(answer.headers.get('etag')).toContain(String(answer.body.version));
    const mails = await mailsOf(to, agent.email, coAgent.email);
    expect(mails).toMatchObject([
      { recipient: to, subject: shown.subject, text: shown.text, reply_to: null, user_id: null },
      {
        recipient: agent.email,
        subject: `We emailed Commission instruction ${number}: 12 Ocean View Dr, Malibu`,
        user_id: agent.id,
      },
    ]);
    const letter = await server.db
      .selectFrom('closing_letters')
      .select('document_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    expect(new Set(mails.map(({ document_id }) => document_id))).toEqual(new Set([letter.document_id]));
    const audit = await server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(audit).toEqual({ actor_id: office.id, details: `letter sent: by email to ${to}` });
    const mail = await made(server, office, `GET /api/outbox/${mails[0]?.id}`);
    expect(mail).toMatchObject({ to, attachment: `Commission instruction ${number}.pdf`, state: 'waiting' });
  });

  it('is drawn for the email where it was not yet', async () => {
    const closing = await approved();
    const { document_id } = await server.db
      .selectFrom('closing_letters')
      .select('document_id')
      .where('number', '=', closing.number)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('closing_letters')
      .set({ document_id: null, sha256: null })
      .where('number', '=', closing.number)
      .execute();
    expect((await send(closing.path)).status).toBe(200);
    const [mail] = await mailsOf(closing.agent.email);
    expect([typeof mail?.document_id, mail?.document_id === document_id]).toEqual(['string', false]);
  });

  it.each([
    ['Jane Doe, jane.doe@shore.example, 555-0100', 'jane.doe@shore.example'],
    ['Jane <Jane@Shore.example>.', 'jane@shore.example'],
    ['Ask for Jane @ Shore', ''],
    ['', ''],
  ])('starts with the address in the contact %j', async (holderContact, wanted) => {
    const { path } = await approved({ holderContact });
    expect((await made(server, office, `GET ${path}`)).to).toBe(wanted);
  });

  it('says no property that is not written as an address', async () => {
    const { path } = await approved({ property: '12 Go To https://evil.example' });
    const { subject, text } = await made(server, office, `GET ${path}`);
    expect([subject, text].join()).not.toContain('evil');
    expect(subject).toMatch(/: the property that it names$/);
  });

  it('uses the words that an admin has set', async () => {
    const { path, number } = await approved();
    const words = { subject: 'From {brokerage}', text: 'See {document}.\n\n{property}', button: '' };
    await made(server, office, 'PUT /api/mail-texts/letter', words);
    const { subject, text } = await made(server, office, `GET ${path}`);
    await made(server, office, 'DELETE /api/mail-texts/letter');
    expect(subject).toBe(`From ${server.parts.config.brokerage.name}`);
    expect(text).toMatch(`See Commission instruction ${number}.\n\n12 Ocean View Dr, Malibu\n\n`);
  });

  it('goes once to who is both its recipient and its agent, and to no agent whose account is suspended', async () => {
    await forget();
    const one = await approved();
    expect((await send(one.path, { to: one.agent.email })).status).toBe(200);
    expect(await mailsOf(one.agent.email)).toHaveLength(1);
    const other = await approved();
    const suspension = { suspended_at: now() };
    await server.db.updateTable('users').set(suspension).where('id', '=', other.agent.id).execute();
    expect((await made(server, office, `GET ${other.path}`)).agent).toBeNull();
    expect((await send(other.path)).status).toBe(200);
    expect((await mailsOf(to, other.agent.email)).map(({ recipient }) => recipient)).toEqual([to]);
  });
});

describe('an invoice', () => {
  it('to who pays goes as a letter does', async () => {
    const { path, number, agent } = await approved({ ...lease, holder: 'payer' });
    expect((await made(server, office, `GET ${path}`)).to).toBe('files@shore.example');
    expect((await send(path)).body.state).toBe('letter-sent');
    const [copy] = await mailsOf(agent.email);
    expect(copy?.subject).toContain(`Invoice for commission ${number}`);
  });

  it('to the agent starts with their address, and goes along with a letter that stands next to it', async () => {
    await forget();
    const alone = await approved({ price: 10_000_00, commission: { by: 'amount', amount: 100_00 } });
    const [invoice, ...others] = (await seen(alone.id)).letters;
    expect([invoice.kind, others]).toEqual(['agent-invoice', []]);
    expect((await made(server, office, `GET ${alone.path}`)).to).toBe(alone.agent.email);
    const coAgent = await person(server);
    await letWork(server, coAgent.id);
    const agent = await person(server);
    await letWork(server, agent.id);
    const given = closingBody({ coAgents: [{ user: coAgent.id, rate: 90_00 }] });
    const { _id: id } = await made(server, agent, 'POST /api/my-closings', given);
    const deductions = [{ kind: 'other', amount: 9_000_00, reason: 'Advance' }];
    await made(server, office, `PUT /api/closings/${id}/decisions`, { deductions });
    await takeStep(server, office, id, 'approved');
    const letters: { number: number; kind: string }[] = (await seen(id)).letters;
    const numberOf = (wanted: string) => letters.find(({ kind }) => kind === wanted)?.number ?? 0;
    const second = await send(pathOf(id, numberOf('agent-invoice')));
    expect([second.status, second.body.msg]).toEqual([
      400,
      `Email Commission instruction ${numberOf('letter')}: the agent gets invoice ${numberOf('agent-invoice')} with it`,
    ]);
    const path = pathOf(id, numberOf('letter'));
    expect((await made(server, office, `GET ${path}`)).agent.attachments).toHaveLength(2);
    expect((await send(path)).status).toBe(200);
    const subjects = (await mailsOf(to, agent.email)).map((mail) => [
      mail.recipient === to,
      mail.subject.split(':')[0],
    ]);
    expect(subjects).toEqual([
      [true, `Commission instruction ${numberOf('letter')}`],
      [false, `We emailed Commission instruction ${numberOf('letter')}`],
      [false, `Invoice for fees ${numberOf('agent-invoice')}`],
    ]);
  });
});

describe('nothing is sent', () => {
  it.each([{}, { to: '' }, { to: 'escrow' }, { to: 'a@b.example, c@d.example' }, { to: ['a@b.example'] }])(
    'to %j',
    async (body) => {
      const closing = await approved();
      const before = await traces(closing);
      const answer = await send(closing.path, body);
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'to']);
      expect(await traces(closing)).toEqual(before);
    },
  );

  it('with a line break in the address, which could start a header', async () => {
    const closing = await approved();
    const answer = await send(closing.path, { to: `${to}\r\nBcc: evil@evil.example` });
    expect(answer.status).toBe(400);
  });

  it('by a visitor, a member, its agent, a token, or for what is missing', async () => {
    const closing = await approved();
    const { id, number, agent, path } = closing;
    const before = await traces(closing);
    const token = await made(server, office, 'POST /api/api-tokens', {
      name: 'Everything of closings',
      scopes: ['closings:read', 'closings:write'],
      days: 30,
    });
    const statuses = [
      await send(path, { to }, {}),
      await send(path, { to }, await person(server)),
      await send(path, { to }, agent),
      await send(path, { to }, { token: token.token }),
      await send(pathOf(newId(), number)),
      await send(pathOf(id, number + 1_000_000)),
      await send(`/api/closings/${id}/letters/x/email`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 403, 403, 403, 404, 404, 400]);
    for (const who of [{}, agent, { token: token.token }])
      expect((await server.call(`GET ${path}`, who)).status).not.toBe(200);
    expect((await server.call(`GET ${pathOf(id, 999_999_999)}`, { token: office.token })).status).toBe(404);
    expect(await traces(closing)).toEqual(before);
  });

  it('by someone of the office whom the closing pays', async () => {
    const own = await coordinator(server);
    const closing = await approved({}, own);
    const before = await traces(closing);
    const answer = await send(closing.path, { to }, own);
    expect(answer.status).toBe(403);
    expect(await traces(closing)).toEqual(before);
    const other = await coordinator(server);
    expect((await send(closing.path, { to }, other)).status).toBe(200);
  });

  it('twice, over another version, or for a letter that no longer stands', async () => {
    const closing = await approved();
    const { id, path, number, agent } = closing;
    const stale = await send(path, { to }, office, { 'if-match': '"999"' });
    expect(stale.status).toBe(412);
    expect(await mailsOf(agent.email)).toEqual([]);
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'The price fell' });
    expect((await send(path)).status).toBe(400);
    await made(server, office, `POST /api/closings/${id}/approve`, await approval(server, office, id));
    const replaced = await send(path);
    expect([replaced.status, replaced.body.msg]).toEqual([
      412,
      expect.stringMatching(`^Letter \\d+ stands by now, and not ${number}$`),
    ]);
    const standing = (await seen(id)).letters.find(
      (letter: { kind: string; withdrawn: unknown }) => letter.kind === 'letter' && !letter.withdrawn,
    );
    const [first, second] = await Promise.all([
      send(pathOf(id, standing.number)),
      send(pathOf(id, standing.number)),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    expect(await mailsOf(agent.email)).toHaveLength(1);
  });

  it('that says something else by now', async () => {
    const closing = await approved();
    const put = (broker: string) =>
      made(
        server,
        office,
        'PUT /api/closings/settings',
        closingSettingsBody({ broker, approvers: [{ user: office.id, capacity: 'Broker' }] }),
      );
    await put('Other Payee, Inc.');
    const answer = await send(closing.path);
    await put('');
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(/^The letter says/)]);
    expect(await mailsOf(closing.agent.email)).toEqual([]);
  });
});

describe('a letter that is withdrawn after its email was queued', () => {
  const withdraw = (id: string) =>
    made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'The price fell' });
  const noticeOf = async (id: string) => {
    const { letters } = await seen(id);
    const notice = letters.find(({ kind }: { kind: string }) => kind === 'notice');
    return { notice, letter: letters.find(({ number }: { number: number }) => number === notice.withdraws) };
  };

  it('goes nowhere, and no notice has to', async () => {
    await forget();
    const { id, agent, path } = await approved();
    await send(path);
    await withdraw(id);
    expect(await mailsOf(to, agent.email)).toEqual([]);
    const { notice, letter } = await noticeOf(id);
    expect(letter).toMatchObject({ sent: null, withdrawn: { notice: notice.number } });
    const { events } = await seen(id);
    expect(events.find(({ kind }: { kind: string }) => kind === 'withdrawn').text).toBe(
      `The price fell (notice ${notice.number}; the email of letter ${letter.number} was stopped before it left)`,
    );
    expect((await send(pathOf(id, notice.number))).status).toBe(400);
  });

  it.each([{ attempts: 1 }, { attempts: 1, state: 'failed' as const }])(
    'and tried (%j), is given up for good, and its notice waits for the same address',
    async (tried) => {
      await forget();
      const { id, path } = await approved();
      await send(path);
      await server.db.updateTable('mails').set(tried).where('recipient', '=', to).execute();
      await withdraw(id);
      const [mail, ...others] = await mailsOf(to);
      expect(others).toEqual([]);
      const shown = await made(server, office, `GET /api/outbox/${mail?.id}`);
      expect(shown).toMatchObject({ state: 'failed', error: 'The letter was withdrawn' });
      const retried = await server.call(`POST /api/outbox/${mail?.id}/retry`, { token: office.token });
      expect([retried.status, retried.body.msg]).toEqual([400, 'The letter in this email was withdrawn']);
      const { notice, letter } = await noticeOf(id);
      expect([letter.sent, letter.failedEmail]).toEqual([expect.any(String), undefined]);
      expect((await made(server, office, `GET ${pathOf(id, notice.number)}`)).to).toBe(to);
      const again = await send(path);
      expect([again.status, again.body.state]).toEqual([400, undefined]);
    },
  );

  it('and sent, is followed by its notice, to the same address and with a copy', async () => {
    await forget();
    const { id, agent, path, number } = await approved();
    await send(path);
    const sent = { state: 'sent' as const, sent_at: now(), text: '' };
    await server.db.updateTable('mails').set(sent).where('document_id', 'is not', null).execute();
    await withdraw(id);
    const { notice } = await noticeOf(id);
    const at = pathOf(id, notice.number);
    const shown = await made(server, office, `GET ${at}`);
    expect(shown).toMatchObject({
      to,
      subject: `Notice of withdrawal ${notice.number}: 12 Ocean View Dr, Malibu`,
      text: expect.stringContaining(
        `Commission instruction ${number} is withdrawn: please do not pay by it.`,
      ),
      agent: { attachments: [`Notice of withdrawal ${notice.number}.pdf`] },
    });
    const answer = await send(at);
    expect([answer.status, answer.body.state]).toEqual([200, 'reported']);
    expect(answer.body.events[0]).toMatchObject({
      kind: 'notice-sent',
      text: `${notice.number}, by email to ${to}`,
    });
    const waiting = (await mailsOf(to, agent.email)).filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ recipient }) => recipient)).toEqual([to, agent.email]);
    const again = await send(at);
    expect([again.status, again.body.msg]).toEqual([400, 'No notice waits to be sent']);
  });

  it('by its agent’s change or a fall is stopped, too', async () => {
    await forget();
    const [changed, fallen] = [await approved(), await approved()];
    for (const { path } of [changed, fallen]) await send(path);
    expect(await mailsOf(to)).toHaveLength(2);
    const entry = closingBody({ fileNumber: 'SE-2' });
    await made(server, changed.agent, `PUT /api/my-closings/${changed.id}`, entry);
    await made(server, office, `POST /api/closings/${fallen.id}/fell-through`, { reason: 'No loan' });
    expect(await mailsOf(to)).toEqual([]);
  });
});

describe('an email that failed', () => {
  const typo = 'officer@escrw.example';
  const fail = (recipient: string) =>
    server.db
      .updateTable('mails')
      .set({ state: 'failed', attempts: 9 })
      .where('recipient', '=', recipient)
      .where('state', '=', 'waiting')
      .execute();
  const failedIn = async (id: string): Promise<string[]> =>
    (await seen(id)).letters.flatMap((letter: { failedEmail?: string }) => letter.failedEmail ?? []);

  it('is shown to the office, and the letter is emailed again in its state, once', async () => {
    await forget();
    const { id, agent, path, number } = await approved();
    await send(path, { to: typo });
    expect(await failedIn(id)).toEqual([]);
    expect((await send(path)).status).toBe(400);
    await takeStep(server, office, id, 'closed');
    await fail(typo);
    expect(await failedIn(id)).toEqual([typo]);
    const own = await made(server, agent, `GET /api/my-closings/${id}`);
    expect(JSON.stringify(own)).not.toContain(typo);
    const refused = await Promise.all([
      send(path, { to }, agent),
      send(path, { to: 'escrow' }),
      send(path, { to }, office, { 'if-match': '"999"' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 412]);
    const [first, second] = await Promise.all([send(path), send(path)]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    const { state, events, letters } = await seen(id);
    expect([state, letters[0].number, letters[0].failedEmail]).toEqual(['closed', number, undefined]);
    expect(events[0]).toMatchObject({ kind: 'letter-sent', text: `by email to ${to}` });
    expect(await mailsOf(to)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await fail(to);
    expect(await failedIn(id)).toEqual([to]);
    await server.db.updateTable('mails').set({ state: 'sent' }).where('recipient', '=', typo).execute();
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'The price fell' });
    const [notice] = (await seen(id)).letters;
    expect((await made(server, office, `GET ${pathOf(id, notice.number)}`)).to).toBe(typo);
  });

  it('is not sent again over a letter that says something else by now, nor once the closing is paid', async () => {
    await forget();
    const { id, path } = await approved();
    await send(path, { to: typo });
    await fail(typo);
    const put = (broker: string) =>
      made(
        server,
        office,
        'PUT /api/closings/settings',
        closingSettingsBody({ broker, approvers: [{ user: office.id, capacity: 'Broker' }] }),
      );
    await put('Other Payee, Inc.');
    const stale = await send(path);
    await put('');
    expect([stale.status, stale.body.msg]).toEqual([400, expect.stringMatching(/^The letter says/)]);
    for (const step of ['closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, id, step);
    expect(await failedIn(id)).toEqual([]);
    expect((await send(path)).status).toBe(400);
  });

  it('is tried again from its closing only, which asks what is open, never from the outbox', async () => {
    await forget();
    const { id, agent, path, number } = await approved();
    await send(path, { to: typo });
    const [mail, copy] = await mailsOf(typo, agent.email);
    const retry = async (of = mail) => {
      const { status, body } = await server.call(`POST /api/outbox/${of?.id}/retry`, { token: office.token });
      return [status, body.msg];
    };
    const outbox: { closing?: string }[] = await made(server, office, 'GET /api/outbox');
    expect(outbox.flatMap(({ closing }) => closing ?? [])).toEqual([id]);
    expect(await made(server, office, `GET /api/outbox/${mail?.id}`)).toMatchObject({ closing: id });
    await server.db
      .updateTable('mails')
      .set({ attempts: 1, next_attempt_at: fromNow(hour) })
      .execute();
    expect(await retry()).toEqual([400, 'The email of this letter waits, and is tried again by itself']);
    await fail(typo);
    await fail(agent.email);
    await server.db.deleteFrom('member_checks').where('user_id', '=', agent.id).execute();
    const refused = await send(path);
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining(agent.name)]);
    const before = await traces({ id, agent, number, path });
    expect(await retry()).toEqual([400, 'Email this letter again from its closing']);
    expect(await traces({ id, agent, number, path })).toEqual(before);
    expect((await mailsOf(typo, agent.email)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const retries = server.db.selectFrom('audit_log').select('id').where('action', '=', 'mail.retried');
    expect(await retries.execute()).toEqual([]);
    expect((await retry(copy))[0]).toBe(200);
    await noteCheck(server, agent.id, 'may-work');
    expect((await send(path)).status).toBe(200);
  });

  it('of a notice is shown, and the notice is emailed again', async () => {
    await forget();
    const { id, path } = await approved();
    await send(path);
    await server.db.updateTable('mails').set({ state: 'sent' }).execute();
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'The price fell' });
    const [{ number }] = (await seen(id)).letters;
    await send(pathOf(id, number), { to: typo });
    await fail(typo);
    expect(await failedIn(id)).toEqual([typo]);
    const answer = await send(pathOf(id, number));
    expect([answer.status, answer.body.state]).toEqual([200, 'reported']);
    expect(answer.body.events[0]).toMatchObject({
      kind: 'notice-sent',
      text: `${number}, by email to ${to}`,
    });
  });
});

it('the record of a closing stays until its email has gone', async () => {
  await forget();
  const { id, path } = await approved();
  await send(path);
  await server.db.updateTable('closings').set({ keep_from: '2001-01-31' }).where('id', '=', id).execute();
  const isThere = async () => (await server.call(`GET /api/closings/${id}`, { token: office.token })).status;
  await eraseOldClosings(server.parts);
  expect(await isThere()).toBe(200);
  await server.db.updateTable('mails').set({ state: 'failed' }).execute();
  await eraseOldClosings(server.parts);
  expect(await isThere()).toBe(404);
  expect((await mailsOf(to)).filter(({ state }) => state === 'failed')).toEqual([]);
});

it('is found, exported and erased by the address of who got it, and not by the brokerage’s', async () => {
  const admin = await person(server, { admin: true });
  const post = (path: string, email: string) =>
    made(server, admin, `POST /api/personal-data/${path}`, { email });
  const recipient = 'leaving@escrow.example';
  const { path } = await approved();
  expect((await send(path, { to: recipient })).status).toBe(200);
  await post('erasure', server.parts.config.brokerage.email);
  expect(await mailsOf(recipient)).toHaveLength(1);
  const { held } = await post('preview', recipient);
  expect(held).toContainEqual(expect.objectContaining({ table: 'mails', rows: 1 }));
  await post('erasure', recipient);
  expect(await mailsOf(recipient)).toEqual([]);
});

it('the mail server gets the very file', async () => {
  const receiver = await testSmtp();
  const sending = await testServer(
    { SMTP_URL: receiver.url, MAIL_FROM: 'site@brokerage.example' },
    { drawn: true },
  );
  try {
    const admin = await approver(sending);
    const agent = await person(sending);
    await letWork(sending, agent.id);
    const { _id: id } = await made(sending, agent, 'POST /api/my-closings', closingBody());
    const { letters } = await takeStep(sending, admin, id, 'approved');
    const { number } = letters[0];
    await made(sending, admin, `POST /api/closings/${id}/emails`, { number, to });
    await expect
      .poll(() => receiver.accepted().flatMap((mail) => mail.to))
      .toEqual(expect.arrayContaining([to, agent.email]));
    const mail = receiver.accepted().find((each) => each.to.includes(to));
    expect(mail?.to).toEqual([to]);
    expect(mail?.headers['reply-to']).toBe(sending.config.brokerage.email);
    const file = await fetch(`${sending.url}/api/closings/${id}/letters/${number}`, {
      headers: { 'x-auth-token': admin.token },
    });
    const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
    expect(base64.slice(0, 8)).toBe('JVBERi0x');
    expect(mail?.body.replaceAll('\r\n', '')).toContain(base64);
    expect(mail?.body).toContain(`filename="Commission instruction ${number}.pdf"`);
  } finally {
    await sending.stop();
    await receiver.stop();
  }
});
