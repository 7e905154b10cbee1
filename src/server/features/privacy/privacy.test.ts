import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { approver, closingBody, closingIn, letWork, made } from '../../../../test/closings.ts';
import { makeToken, pageBody } from '../../../../test/factories.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { contactRequest, enteredRequest, legalHold, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import { day, minute } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addHits, limits } from '../../platform/http/rate-limits.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { eraseOldClosings } from '../closings/erase-old-closings.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';
import { acknowledgeBy } from './deadlines.ts';
import { remindOfReviews } from './legal-holds.service.ts';
import { warnOfOverdueRequests } from './warn-of-overdue-requests.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await testServer({
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    BASE_URL: 'https://flat.example',
  });
  admin = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());
// Each test has the limits of a day.
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
});

let people = 0;
const form = (given: Record<string, string> = {}) => ({
  kind: 'know',
  name: 'Ana Ortiz',
  email: `asks${++people}@example.com`,
  details: '',
  ...given,
});
const post = (
  fields: Record<string, string>,
  path = '/privacy-request',
  address = `198.51.100.${++people}`,
) =>
  server.call(`POST ${path}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  });
const send = async (fields: Record<string, string>) => {
  const { status, headers } = await post(fields);
  expect([status, headers.get('location')]).toEqual([303, '/privacy-request?sent=1']);
};
const stored = (email: string) =>
  server.db.selectFrom('privacy_requests').selectAll().where('email', '=', email).execute();
const mailsTo = (recipient: string) =>
  server.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute();
const idOf = async (email: string) => (await stored(email))[0]?.id;
const linkTo = async (email: string) => {
  const [text = ''] = await textsTo(server, email);
  return /https:\/\/flat\.example(\/privacy-request\/confirm\/[\w-]{43})\n/.exec(text)?.[1] ?? '';
};
const list = async (query = '') =>
  (await server.call(`GET /api/privacy-requests${query}`, { token: admin })).body;
const patch = (id: string | undefined, body: object) =>
  server.call(`PATCH /api/privacy-requests/${id}`, { token: admin, body });
const age = (email: string, moment: string) =>
  server.db.updateTable('privacy_requests').set({ received_at: moment }).where('email', '=', email).execute();

describe('the public form', () => {
  it('stores no link that confirms in clear', async () => {
    const fields = form();
    await send(fields);
    expect(await linkTo(fields.email)).not.toBe('');
    const [mail] = await mailsTo(fields.email);
    expect(JSON.stringify(mail)).not.toContain('/confirm/');
  });

  it('records the request with its deadlines, and tells the office', async () => {
    const fields = form({ details: 'Since 2020' });
    await send(fields);
    const [row] = await list();
    expect(row).toMatchObject({ ...fields, verified: null, user: null, closed: null, overdue: false });
    expect(Date.parse(row.due) - Date.parse(row.received)).toBe(30 * day);
    expect(Date.parse(row.legallyDue) - Date.parse(row.received)).toBe(45 * day);
    expect((await mailsTo(server.config.brokerage.email)).at(-1)?.subject).toBe('A new privacy request');
    expect((await server.call('GET /privacy-request?sent=1')).body).toContain('We received your request');
  });

  it('mails strangers and the office only so much, however many addresses ask', async () => {
    const { email: office } = server.config.brokerage;
    const before = await server.db.selectFrom('mails').selectAll().execute();
    const forms = Array.from({ length: 40 }, (_, at) => form({ kind: at % 2 ? 'delete' : 'opt-out' }));
    for (const fields of forms) await send(fields);
    for (const { email } of forms) expect(await stored(email)).toHaveLength(1);
    const known = new Set(before.map(({ id }) => id));
    const mails = (await server.db.selectFrom('mails').selectAll().orderBy('id').execute()).filter(
      ({ id }) => !known.has(id),
    );
    const toStrangers = mails.filter(({ recipient }) => recipient !== office);
    expect(toStrangers).toHaveLength(limits.privacyMailAll.limit);
    const subjects = mails.filter(({ recipient }) => recipient === office).map(({ subject }) => subject);
    expect(subjects).toEqual([
      ...Array<string>(limits.privacyOffice.limit).fill('A new privacy request'),
      'More privacy requests',
    ]);
    const digest = mails.find(({ subject }) => subject === 'More privacy requests');
    expect(Date.parse(digest?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(50 * minute);
    const listed = digest?.text.split('\n').filter((line) => / · (Delete|Do not)/.test(line));
    expect(listed).toHaveLength(40 - limits.privacyOffice.limit);
    expect(digest?.html).toContain(' · Delete');
    for (const { email, name } of forms) expect(digest?.text).not.toMatch(new RegExp(`${email}|${name}`));
    // Once it is sent, the next hour has a digest of its own.
    await server.db
      .updateTable('mails')
      .set({ state: 'sent' })
      .where('id', '=', String(digest?.id))
      .execute();
    await send(form({ kind: 'know' }));
    const next = (await mailsTo(office)).at(-1);
    expect(next).toMatchObject({ subject: 'More privacy requests', state: 'waiting' });
    expect(next?.text).not.toContain(' · Delete');
  });

  it('takes so many of a day, of all addresses together, and says how else to ask', async () => {
    await addHits(server.db, 'privacyAll:all', limits.privacyAll.limit, fromNow(day));
    // Counted apart.
    await send({ ...form(), leaveEmpty: 'https://spam.example' });
    const refused = form();
    const answer = await post(refused);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body).toContain(server.config.brokerage.phone);
    expect(answer.body).toContain(refused.email);
    expect(await stored(refused.email)).toEqual([]);
    // A session proves who asks.
    const member = await person(server);
    const own = await server.call('POST /api/privacy-requests', {
      token: member.token,
      body: { kind: 'know' },
    });
    expect(own.status).toBe(200);
  });

  it('asks by mail to confirm what matters, and takes the link once', async () => {
    const fields = form();
    await send(fields);
    const link = await linkTo(fields.email);
    expect((await server.call(`GET ${link}`)).body).toContain('Confirm my request');
    expect((await server.call(`GET ${link}`)).status).toBe(200);
    const mails = (await mailsTo(fields.email)).length;
    const answers = await Promise.all([post({}, link), post({}, link), post({}, link)]);
    for (const { status, headers } of answers) expect([status, headers.get('location')]).toEqual([303, link]);
    expect(await stored(fields.email)).toMatchObject([{ verified_how: 'link in a mail' }]);
    expect(await mailsTo(fields.email)).toHaveLength(mails + 1);
    // Done is done, also once it is answered, and after the link's time.
    const id = await idOf(fields.email);
    expect((await patch(id, { outcome: 'done', answer: 'Nothing.' })).status).toBe(200);
    await age(fields.email, fromNow(-8 * day));
    const used = await server.call(`GET ${link}`);
    expect([used.status, used.body.includes('Your request is confirmed')]).toEqual([200, true]);
  });

  it('takes no link after 7 days, and none that is unknown', async () => {
    const fields = form();
    await send(fields);
    await age(fields.email, fromNow(-8 * day));
    for (const link of [await linkTo(fields.email), `/privacy-request/confirm/${'a'.repeat(43)}`]) {
      expect((await post({}, link)).headers.get('location')).toBe(link);
      expect((await server.call(`GET ${link}`)).status).toBe(404);
    }
    expect(await stored(fields.email)).toMatchObject([{ verified_at: null }]);
  });

  it.each(['opt-out', 'limit'])('asks nobody to confirm %s', async (kind) => {
    const fields = form({ kind });
    await send(fields);
    const [mail] = await mailsTo(fields.email);
    expect(mail?.subject).toContain('received your privacy request');
    expect(await stored(fields.email)).toMatchObject([{ token_hash: null }]);
  });

  it('shows what is wrong beside what was typed', async () => {
    const { headers } = await post(form({ kind: 'sell', name: ' ', email: 'nobody' }));
    const { status, body } = await server.call(`GET ${headers.get('location')}`);
    expect(status).toBe(200);
    for (const text of ['Please choose what you ask for', 'Name is required', 'Please include a valid email'])
      expect(body).toContain(text);
    expect(body).toContain('value="nobody"');
  });

  it('marks and never drops what fills in the hidden field, floods no mailbox and refuses an address past its limit', async () => {
    for (const field of ['leaveEmpty', 'website']) {
      const caught = form({ [field]: 'https://kim.example' });
      await send(caught);
      expect(await stored(caught.email)).toMatchObject([{ trapped: true }]);
      expect(await mailsTo(caught.email)).toHaveLength(1);
    }
    const fields = form();
    for (let i = 0; i < 4; i++) await send(fields);
    expect(await stored(fields.email)).toHaveLength(4);
    expect(await mailsTo(fields.email)).toHaveLength(3);
    for (let i = 0; i < 10; i++) await post(form(), '/privacy-request', '203.0.113.9');
    const { status, headers } = await post(form(), '/privacy-request', '203.0.113.9');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
  });
});

describe('the register', () => {
  it('has requests of members, verified by being signed in', async () => {
    const member = await person(server);
    const body = { kind: 'delete', details: 'All of it' };
    const { status } = await server.call('POST /api/privacy-requests', { token: member.token, body });
    expect(status).toBe(200);
    const [row] = await list();
    expect(row).toMatchObject({ ...body, email: member.email, user: member.id, verifiedHow: 'signed in' });
    const bad = await server.call('POST /api/privacy-requests', { token: member.token, body: {} });
    expect(bad.body.errors).toEqual([{ msg: 'Please choose what you ask for', field: 'kind' }]);
  });

  it('closes nothing as done before the person is verified, and nothing twice', async () => {
    const fields = form();
    await send(fields);
    const id = await idOf(fields.email);
    const done = { outcome: 'done', answer: 'Sent by post' };
    expect((await patch(id, done)).body.errors).toEqual([
      { msg: 'Please record how the person was verified', field: 'verifiedHow' },
    ]);
    expect((await patch(id, { outcome: 'refused' })).body.errors).toEqual([
      { msg: 'Answer is required', field: 'answer' },
    ]);
    expect((await patch(id, { acknowledged: true })).body.acknowledged).not.toBeNull();
    const { body } = await patch(id, { ...done, verifiedHow: 'passport seen' });
    expect(body).toMatchObject({ ...done, verifiedHow: 'passport seen', overdue: false });
    expect((await patch(id, { acknowledged: true })).body.msg).toBe('This request is closed');
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await patch(unknown, { acknowledged: true })).status).toBe(404);
    expect((await patch(id, {})).body.msg).toBe('Nothing is to be changed');
    expect((await server.call(`GET /api/privacy-requests/${id}`, { token: admin })).body).toEqual(body);
    expect((await server.call(`GET /api/privacy-requests/${unknown}`, { token: admin })).status).toBe(404);
    const mail = (await mailsTo(fields.email)).at(-1);
    expect(mail?.subject).toContain('answered your privacy request');
    expect(mail?.text).toContain('Sent by post');
    expect((await list('?state=closed')).map(({ _id }: { _id: string }) => _id)).toContain(id);
  });

  it('refuses without verification, and extends to 90 days with a reason', async () => {
    const fields = form();
    await send(fields);
    const id = await idOf(fields.email);
    const { body } = await patch(id, { extension: 'Many records' });
    expect(Date.parse(body.due) - Date.parse(body.received)).toBe(90 * day);
    expect(body.legallyDue).toBe(body.due);
    const mail = (await mailsTo(fields.email)).at(-1);
    expect(mail?.subject).toContain('is taking longer');
    expect(mail?.text).toContain('Many records');
    expect((await patch(id, { extension: 'Again' })).body.errors).toEqual([
      { msg: 'This request is extended already', field: 'extension' },
    ]);
    expect((await patch(id, { outcome: 'refused', answer: 'Not verified' })).status).toBe(200);
  });

  it('refuses only as it was looked at: who has confirmed since is verified', async () => {
    const fields = form();
    await send(fields);
    const id = await idOf(fields.email);
    const refused = { outcome: 'refused', answer: 'You did not confirm who you are' };
    expect((await patch(id, { seenVerified: null })).body.msg).toBe('Nothing is to be changed');
    expect((await patch(id, { ...refused, seenVerified: 'never' })).status).toBe(400);
    await server.call(`POST ${await linkTo(fields.email)}`, {
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await patch(id, { ...refused, seenVerified: null })).toMatchObject({
      status: 412,
      body: { msg: 'This request has been changed by someone else in the meantime' },
    });
    const { verified, closed } = (await server.call(`GET /api/privacy-requests/${id}`, { token: admin }))
      .body;
    expect([typeof verified, closed]).toEqual(['string', null]);
    const answered = { outcome: 'done', answer: 'Deleted', seenVerified: verified };
    expect((await patch(id, answered)).body.outcome).toBe('done');
  });

  it('shows what is overdue, and mails the office about it once a week', async () => {
    const fields = form();
    await send(fields);
    const moment = fromNow(-day);
    await server.db
      .updateTable('privacy_requests')
      .set({ acknowledge_by: moment })
      .where('email', '=', fields.email)
      .execute();
    expect(await list('?state=overdue')).toMatchObject([{ email: fields.email, overdue: true }]);
    await Promise.all([warnOfOverdueRequests(server.parts), warnOfOverdueRequests(server.parts)]);
    await warnOfOverdueRequests(server.parts);
    const warnings = async () =>
      (await mailsTo(server.config.brokerage.email)).filter(
        ({ subject }) => subject === 'A privacy request is overdue',
      ).length;
    expect(await warnings()).toBe(1);
    await server.db
      .updateTable('privacy_requests')
      .set({ warned_at: fromNow(-8 * day) })
      .where('email', '=', fields.email)
      .execute();
    await warnOfOverdueRequests(server.parts);
    expect(await warnings()).toBe(2);
    await patch(await idOf(fields.email), { acknowledged: true });
    expect(await list('?state=overdue')).toEqual([]);
  });

  it('loses the names at 22 months, and the line at 24', async () => {
    const fields = form();
    await send(fields);
    const id = await idOf(fields.email);
    await age(fields.email, fromNow(-(22 * 31 + 1) * day));
    await eraseOldData(server);
    const line = () =>
      server.db
        .selectFrom('privacy_requests')
        .selectAll()
        .where('id', '=', id ?? '')
        .executeTakeFirst();
    expect(await line()).toMatchObject({ kind: 'know', name: '', email: '', details: '' });
    await server.db
      .updateTable('privacy_requests')
      .set({ received_at: fromNow(-(24 * 31 + 1) * day) })
      .where('id', '=', id ?? '')
      .execute();
    await eraseOldData(server);
    expect(await line()).toBeUndefined();
  });
});

describe('a request that reached the office in another way', () => {
  const enter = (given: object = {}) =>
    server.call('POST /api/privacy-requests/entered', {
      token: admin,
      body: { ...enteredRequest(), ...given },
    });

  it('has the deadlines of the day it was received, and is answered without a mail', async () => {
    const receivedOn = officeDay(fromNow(-30 * day));
    const { status, body } = await enter({ receivedOn, verifiedHow: 'ID seen' });
    expect(status).toBe(200);
    const received = new Date(momentInOffice(receivedOn, 12)).toISOString();
    expect(body).toMatchObject({
      email: '',
      cameBy: 'letter',
      verifiedHow: 'ID seen',
      overdue: true,
      received,
      acknowledgeBy: acknowledgeBy(received),
    });
    const before = await mailsTo('');
    expect((await patch(body._id, { extension: 'Many records' })).status).toBe(200);
    expect((await patch(body._id, { outcome: 'done', answer: 'By letter' })).status).toBe(200);
    expect(await mailsTo('')).toEqual(before);
    const { body: events } = await server.call('GET /api/audit?action=privacy-request.entered', {
      token: admin,
    });
    expect(events.at(0).object).toEqual({ _id: body._id, name: 'Tell me what you hold about me' });
  });

  it('is confirmed by mail where there is an address and no proof, for 7 days from then', async () => {
    const { email } = form();
    await enter({ email, receivedOn: fromNow(-20 * day).slice(0, 10) });
    expect((await post({}, await linkTo(email))).status).toBe(303);
    expect(await stored(email)).toMatchObject([{ verified_how: 'link in a mail' }]);
    const proven = form();
    await enter({ email: proven.email, verifiedHow: 'ID seen' });
    expect((await mailsTo(proven.email)).at(0)?.subject).toContain('received your privacy request');
  });

  it('is refused with a day to come or long ago, and says all that is wrong', async () => {
    const messages = async (given: object) =>
      (await enter(given)).body.errors.map(({ msg }: { msg: string }) => msg);
    expect(await messages({ receivedOn: fromNow(2 * day).slice(0, 10) })).toEqual([
      'Received on must not be in the future',
    ]);
    expect(await messages({ receivedOn: '0000-01-01' })).toEqual([
      'Received on must be within the last year',
    ]);
    expect(
      await messages({ kind: 'sell', name: '', email: 'nobody', cameBy: 'dove', receivedOn: 'soon' }),
    ).toEqual([
      'Please choose what you ask for',
      'Name is required',
      'Please include a valid email',
      'Please choose how it came',
      'Received on must be a date such as 2026-01-31',
    ]);
  });

  it('loses its name at 22 months without an address, too', async () => {
    const { body } = await enter({ name: 'No Address' });
    const line = server.db.selectFrom('privacy_requests').select('name').where('id', '=', body._id);
    await eraseOldData(server);
    expect(await line.executeTakeFirst()).toEqual({ name: 'No Address' });
    const old = (months: number) =>
      server.db
        .updateTable('privacy_requests')
        .set({ received_at: fromNow(-(months * 31 + 1) * day) })
        .where('id', '=', body._id)
        .execute();
    await old(22);
    await eraseOldData(server);
    expect(await line.executeTakeFirst()).toEqual({ name: '' });
    await old(24);
    await eraseOldData(server);
    expect(await line.executeTakeFirst()).toBeUndefined();
  });
});

describe('a legal hold', () => {
  const old = fromNow(-(22 * 31 + 1) * day);
  const hold = async (email: string) =>
    (await server.call('POST /api/legal-holds', { token: admin, body: { ...legalHold(), email } })).body;

  /** The objects whose lines stay when they are old. */
  const linesAfterTheClock = async (objects: string[]) => {
    const lines = server.db.updateTable('audit_log').where('object_id', 'in', objects);
    await lines.set({ created_at: old }).execute();
    await eraseOldData(server);
    const left = server.db.selectFrom('audit_log').select('object_id').where('object_id', 'in', objects);
    return new Set((await left.execute()).map(({ object_id }) => object_id));
  };

  it('keeps a lead and an account from the clock and from deletion, until it is released', async () => {
    const lead = contactRequest();
    await server.call('POST /api/contact', { body: lead });
    const old = fromNow(-(22 * 31 + 1) * day);
    const { id } = await server.db
      .updateTable('contact_requests')
      .set({ created_at: old })
      .where('email', '=', lead.email)
      .returning('id')
      .executeTakeFirstOrThrow();
    const member = await person(server, { created_at: old });
    const holds = [await hold(lead.email), await hold(member.email)];

    await eraseOldData(server);
    const calls = [`DELETE /api/leads/${id}`, `DELETE /api/users/${member.id}`];
    for (const call of calls) {
      const { status, body } = await server.call(call, { token: admin });
      expect([status, body.msg]).toEqual([400, expect.stringContaining('for legal reasons')]);
    }
    expect((await server.call('DELETE /api/profile', { token: member.token })).status).toBe(400);

    for (const { _id } of holds)
      expect((await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin })).status).toBe(200);
    await eraseOldData(server);
    for (const call of calls) expect((await server.call(call, { token: admin })).status).toBe(404);
  });

  it('keeps that lead only of those that are linked', async () => {
    const ids: string[] = [];
    const [held, other] = [contactRequest(), contactRequest()];
    for (const body of [held, other]) {
      await server.call('POST /api/contact', { body });
      const found = await server.call(`GET /api/leads?search=${body.email}`, { token: admin });
      ids.push(found.body[0]._id);
    }
    const [kept, linked] = ids;
    await server.call(`POST /api/leads/${linked}/link`, { token: admin, body: { other: kept } });
    await hold(held.email);
    const { status, body } = await server.call(`DELETE /api/leads/${kept}`, { token: admin });
    expect([status, body.msg]).toEqual([400, expect.stringContaining('for legal reasons')]);
    await server.db.updateTable('contact_requests').set({ created_at: old }).where('id', 'in', ids).execute();
    await eraseOldData(server);
    const there = server.db.selectFrom('contact_requests').select(['id', 'linked_to']).where('id', 'in', ids);
    expect(await there.execute()).toEqual([{ id: kept, linked_to: null }]);
  });

  it('keeps the lines of the audit log about a contact request of that address', async () => {
    const lead = contactRequest();
    await server.call('POST /api/contact', { body: lead });
    const { id } = await server.db
      .selectFrom('contact_requests')
      .select('id')
      .where('email', '=', lead.email)
      .executeTakeFirstOrThrow();
    const line = { id: newId(), actor_id: null, actor_name: 'B', object_id: id, object_name: 'x' };
    const event = { ...line, action: 'lead.updated', details: '', created_at: old } as const;
    await server.db.insertInto('audit_log').values(event).execute();
    const { _id } = await hold(lead.email);
    const lines = server.db.selectFrom('audit_log').select('id').where('id', '=', line.id);
    await eraseOldData(server);
    expect(await lines.execute()).toHaveLength(1);
    await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
    await eraseOldData(server);
    expect(await lines.execute()).toEqual([]);
  });

  it('keeps what the person did and had done to them on record, and their reports', async () => {
    const member = await person(server);
    const placed = await hold(member.email);
    const event = { action: 'post.pinned', object_name: 'x', details: '', created_at: old } as const;
    const own = { ...event, id: newId(), actor_id: member.id, actor_name: 'A', object_id: 'x' };
    const about = { ...event, id: newId(), actor_id: null, actor_name: 'B', object_id: member.id };
    await server.db.insertInto('audit_log').values([own, about]).execute();
    const left = async () => {
      await eraseOldData(server);
      const rows = server.db.selectFrom('audit_log').select('id').where('id', 'in', [own.id, about.id]);
      return (await rows.execute()).length;
    };
    expect(await left()).toBe(2);
    await server.call(`DELETE /api/legal-holds/${placed._id}`, { token: admin });
    expect(await left()).toBe(0);
  });

  it('keeps closings, dues and the file of an account that was deleted before, by any address that it had', async () => {
    const [agent, coAgent, office] = [await person(server), await person(server), await approver(server)];
    for (const { id } of [agent, coAgent]) await letWork(server, id);
    const body = closingBody({ coAgents: [{ user: coAgent.id, rate: 40_00 }] });
    const { _id: closing } = await made(server, agent, 'POST /api/my-closings', body);
    const due = { member: agent.id, label: 'Sign', amount: 100_00, reason: 'Left', due: '2031-03-04' };
    const { _id: owed } = await made(server, office, 'POST /api/dues', due);
    const note = { kind: 'note', text: 'Sold without a license' };
    for (const { id } of [agent, coAgent])
      await made(server, office, `POST /api/compliance/members/${id}/entries`, note);
    const former = agent.email;
    const edit = { name: agent.name, email: `new.${former}`, admin: false };
    expect((await server.call(`PUT /api/users/${agent.id}`, { token: admin, body: edit })).status).toBe(200);
    for (const { id } of [agent, coAgent])
      expect((await server.call(`DELETE /api/users/${id}`, { token: admin })).status).toBe(200);
    await server.db
      .updateTable('closings')
      .set({ keep_from: '2001-01-01' })
      .where('id', '=', closing)
      .execute();
    await server.db.updateTable('dues').set({ keep_from: '2001-01-01' }).where('id', '=', owed).execute();
    await server.db
      .updateTable('member_files')
      .set({ left_at: '2001-01-01T00:00:00.000Z' })
      .where('user_was', 'in', [agent.id, coAgent.id])
      .execute();
    const left = async () => {
      await eraseOldClosings(server.parts);
      await eraseOldData(server);
      const { db } = server;
      const files = db.selectFrom('member_files').select('user_was');
      return {
        closings: (await db.selectFrom('closings').select('id').where('id', '=', closing).execute()).length,
        dues: (await db.selectFrom('dues').select('id').where('id', '=', owed).execute()).length,
        files: (await files.where('user_was', 'in', [agent.id, coAgent.id]).execute()).map(
          ({ user_was }) => user_was,
        ),
      };
    };
    const holds = [await hold(former), await hold(coAgent.email)];
    const release = (at: number) =>
      server.call(`DELETE /api/legal-holds/${holds[at]?._id}`, { token: admin });
    expect((await left()).files.toSorted()).toEqual([agent.id, coAgent.id].toSorted());
    expect((await release(0)).status).toBe(200);
    expect(await left()).toEqual({ closings: 1, dues: 0, files: [coAgent.id] });
    expect((await release(1)).status).toBe(200);
    expect(await left()).toEqual({ closings: 0, dues: 0, files: [] });
  });

  it('keeps a closing and a due of an account that was deleted without a file, or whose file was erased by age', async () => {
    const [agent, coAgent, debtor, aged] = [
      await person(server),
      await person(server),
      await person(server),
      await person(server),
    ];
    const office = await approver(server);
    for (const { id } of [agent, coAgent, aged]) await letWork(server, id);
    const report = async (who: typeof agent, given: object = {}): Promise<string> =>
      (await made(server, who, 'POST /api/my-closings', closingBody(given)))._id;
    const ofBoth = await report(agent, { coAgents: [{ user: coAgent.id, rate: 40_00 }] });
    const ofAged = await report(aged);
    const due = { member: debtor.id, label: 'Sign', amount: 100_00, reason: 'Left', due: '2031-03-04' };
    const { _id: owed } = await made(server, office, 'POST /api/dues', due);
    const everyone = [agent, coAgent, debtor, aged];
    const { db } = server;
    const ids = everyone.map(({ id }) => id);
    await db.deleteFrom('member_files').where('user_id', 'in', ids).where('user_id', '!=', aged.id).execute();
    for (const { id } of everyone)
      expect((await server.call(`DELETE /api/users/${id}`, { token: admin })).status).toBe(200);
    const left = { left_at: '2001-01-01T00:00:00.000Z' };
    await db.updateTable('member_files').set(left).where('user_was', 'in', ids).execute();
    await eraseOldData(server);
    const files = db.selectFrom('member_files').select('id').where('user_was', 'in', ids);
    expect(await files.execute()).toEqual([]);
    const old = { keep_from: '2001-01-01' };
    await db.updateTable('closings').set(old).where('id', 'in', [ofBoth, ofAged]).execute();
    await db.updateTable('dues').set(old).where('id', '=', owed).execute();
    const holds = new Map<string, string>();
    for (const { email } of everyone) holds.set(email, (await hold(email))._id);
    const kept = async () => {
      await eraseOldClosings(server.parts);
      const closings = db.selectFrom('closings').select('id').where('id', 'in', [ofBoth, ofAged]);
      const dues = db.selectFrom('dues').select('id').where('id', '=', owed);
      const found = [...(await closings.execute()), ...(await dues.execute())].map(({ id }) => id);
      return found.toSorted();
    };
    const release = async ({ email }: typeof agent) => {
      const { status } = await server.call(`DELETE /api/legal-holds/${holds.get(email)}`, { token: admin });
      expect(status).toBe(200);
    };
    const known = async () => {
      const rows = await db
        .selectFrom('gone_identities')
        .select('link_id')
        .where('link_id', 'in', ids)
        .execute();
      return [...new Set(rows.map(({ link_id }) => link_id))].toSorted();
    };
    expect(await kept()).toEqual([ofBoth, ofAged, owed].toSorted());
    await release(agent);
    expect(await kept()).toEqual([ofBoth, ofAged, owed].toSorted());
    expect(await known()).toEqual(ids.toSorted());
    await release(coAgent);
    expect(await kept()).toEqual([ofAged, owed].toSorted());
    expect(await known()).toEqual([debtor.id, aged.id].toSorted());
    await release(aged);
    await release(debtor);
    expect(await kept()).toEqual([]);
    expect(await known()).toEqual([]);
  });

  const changeEmail = async ({ id, name }: { id: string; name: string }, email: string) => {
    const body = { name, email, admin: false };
    expect((await server.call(`PUT /api/users/${id}`, { token: admin, body })).status).toBe(200);
  };

  it('keeps an account whose email address changes, also one that had the address before', async () => {
    const old = fromNow(-(22 * 31 + 1) * day);
    const [early, late] = [
      await person(server, { created_at: old }),
      await person(server, { created_at: old }),
    ];
    const holds = [await hold(early.email)];
    await changeEmail(early, 'early@example.com');
    await changeEmail(early, 'early.again@example.com');
    await changeEmail(late, 'late@example.com');
    holds.push(await hold(late.email));
    const [mail] = await mailsTo(early.email);
    expect(mail?.id).toBeDefined();
    const mails = server.db.updateTable('mails').where('id', '=', mail?.id ?? '');
    await mails.set({ recipient: 'early.again@example.com', created_at: old }).execute();

    await eraseOldData(server);
    expect(await mailsTo('early.again@example.com')).toMatchObject([{ id: mail?.id }]);
    for (const { id } of [early, late]) {
      const { status, body } = await server.call(`DELETE /api/users/${id}`, { token: admin });
      expect([status, body.msg]).toEqual([400, expect.stringContaining('for legal reasons')]);
    }
    const call = { token: admin, body: { email: 'early.again@example.com' } };
    expect((await server.call('POST /api/personal-data/preview', call)).body).toMatchObject({
      legalHold: true,
    });

    for (const { _id } of holds) await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
    expect((await server.call(`DELETE /api/users/${early.id}`, { token: admin })).status).toBe(200);
    await eraseOldData(server);
    expect((await server.call(`DELETE /api/users/${late.id}`, { token: admin })).status).toBe(404);
  });

  it('keeps an agreement that its member signed under another address', async () => {
    const signer = await broker(server);
    const { member } = await joinedLead(
      server,
      signer.token,
      {},
      { ...completeAnswers, license: '01720001' },
    );
    await changeEmail({ id: member, name: 'Ana Maria Ortiz' }, 'ana.present@example.com');
    const { _id } = await hold('ana.present@example.com');
    await server.db
      .updateTable('agreements')
      .set({ state: 'ended', ended_on: '2010-01-01' })
      .where('user_id', '=', member)
      .execute();
    const left = server.db.selectFrom('agreements').select('id').where('user_id', '=', member);
    await eraseOldData(server);
    expect(await left.execute()).toHaveLength(1);
    await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
    await eraseOldData(server);
    expect(await left.execute()).toEqual([]);
  });

  it('keeps what a deleted member signed and acknowledged, and was checked for, under their later address', async () => {
    const signer = await broker(server);
    const answers = { ...completeAnswers, license: '01720002' };
    const { member } = await joinedLead(server, signer.token, {}, answers);
    await changeEmail({ id: member, name: 'Ana Maria Ortiz' }, 'ana.later@example.com');
    const office = { token: admin };
    await server.db
      .updateTable('users')
      .set({ password_hash: 'as if they had chosen one' })
      .where('id', '=', member)
      .execute();
    const contents = { chapters: [{ title: 'Rules', pages: [] }] };
    const [chapter] = await made(server, office, 'PUT /api/handbook/contents', contents);
    const fields = { title: 'Gifts', chapter: chapter._id };
    const page = await made(server, office, 'POST /api/handbook/pages', fields);
    await made(server, office, `PUT /api/handbook/pages/${page._id}`, pageBody({ slug: page.slug }));
    const token = await openSession(server.db, member, { userAgent: 'test', address: '127.0.0.1' });
    await made(server, { token }, `POST /api/handbook/pages/${page._id}/acknowledge`, { edition: 1 });
    const tick = { kind: 'w9', ticked: true, day: '2026-01-31' };
    await made(server, office, `POST /api/joining/members/${member}/checks`, tick);
    expect((await server.call(`DELETE /api/users/${member}`, { token: admin })).status).toBe(200);
    const tables = ['agreements', 'member_checks', 'handbook_acknowledgements'] as const;
    const { db } = server;
    const left = async () => {
      await eraseOldData(server);
      const found = tables.map((table) =>
        db.selectFrom(table).select('id').where('user_was', '=', member).execute(),
      );
      return (await Promise.all(found)).map((rows) => rows.length > 0);
    };
    const { _id } = await hold('ana.later@example.com');
    expect(await left()).toEqual([true, true, true]);
    const old = { left_at: '2001-01-01T00:00:00.000Z' };
    await db
      .updateTable('agreements')
      .set({ ended_on: '2001-01-01' })
      .where('user_was', '=', member)
      .execute();
    for (const table of ['member_checks', 'handbook_acknowledgements', 'member_files'] as const)
      await db.updateTable(table).set(old).where('user_was', '=', member).execute();
    expect(await left()).toEqual([true, true, true]);
    await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
    expect(await left()).toEqual([false, false, false]);
    const known = db.selectFrom('gone_identities').select('value').where('link_id', '=', member);
    expect(await known.execute()).toEqual([]);
  });

  it('on a present address keeps what its account left under a former one', async () => {
    const signer = await broker(server);
    const answers = { ...completeAnswers, license: '01720003' };
    const { member, id, email } = await joinedLead(server, signer.token, {}, answers);
    await changeEmail({ id: member, name: 'Ana Maria Ortiz' }, 'ana.moved@example.com');
    const { _id } = await hold('ana.moved@example.com');
    const call = (key: string, body?: object) => server.call(key, { token: admin, body });
    expect((await call('POST /api/personal-data/preview', { email })).body).toMatchObject({
      legalHold: true,
    });
    const { lead_id } = await server.db
      .selectFrom('applications')
      .select('lead_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const [key, body] of [
      ['POST /api/personal-data/erasure', { email }],
      [`DELETE /api/leads/${lead_id}`, undefined],
    ] as const)
      expect([key, (await call(key, body)).body.msg]).toEqual([
        key,
        expect.stringContaining('for legal reasons'),
      ]);
    await server.db
      .updateTable('contact_requests')
      .set({ created_at: old })
      .where('id', '=', lead_id)
      .execute();
    await server.db.updateTable('applications').set({ changed_at: old }).where('id', '=', id).execute();
    await server.db.updateTable('mails').set({ created_at: old }).where('recipient', '=', email).execute();
    const left = async () => {
      await eraseOldData(server);
      const leads = await server.db
        .selectFrom('contact_requests')
        .select('id')
        .where('id', '=', lead_id)
        .execute();
      return [leads.length > 0, (await mailsTo(email)).length > 0];
    };
    expect(await left()).toEqual([true, true]);
    await call(`DELETE /api/legal-holds/${_id}`);
    expect(await left()).toEqual([false, false]);
  });

  it('keeps an account that had the address before the audit log forgot it, or before an account that was deleted', async () => {
    const [aged, shared] = [await person(server), await person(server)];
    await changeEmail(aged, 'aged.now@example.com');
    await changeEmail(shared, 'shared.now@example.com');
    await server.db
      .updateTable('audit_log')
      .set({ created_at: old })
      .where('object_id', '=', aged.id)
      .execute();
    await eraseOldData(server);
    const lines = server.db.selectFrom('audit_log').select('id').where('object_id', '=', aged.id);
    expect(await lines.execute()).toEqual([]);
    const body = { name: 'Rae Later', email: shared.email };
    const { _id: later } = await made(server, { token: admin }, 'POST /api/users', body);
    expect((await server.call(`DELETE /api/users/${later}`, { token: admin })).status).toBe(200);
    for (const { id, email } of [aged, shared]) {
      const { _id } = await hold(email);
      const { status, body: refused } = await server.call(`DELETE /api/users/${id}`, { token: admin });
      expect([status, refused.msg]).toEqual([400, expect.stringContaining('for legal reasons')]);
      await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
      expect((await server.call(`DELETE /api/users/${id}`, { token: admin })).status).toBe(200);
    }
  });

  it.each(['age', 'erasure'])(
    'keeps the due of a deleted account by an address that %s had taken from the audit log',
    async (by) => {
      const [member, office] = [await person(server), await approver(server)];
      const due = { member: member.id, label: 'Sign', amount: 100_00, reason: 'Left', due: '2031-03-04' };
      const { _id: owed } = await made(server, office, 'POST /api/dues', due);
      await changeEmail(member, `${by}.now@example.com`);
      if (by === 'erasure')
        await made(server, { token: admin }, 'POST /api/personal-data/erasure', { email: member.email });
      else {
        const lines = server.db.updateTable('audit_log').where('object_id', '=', member.id);
        await lines.set({ created_at: old }).execute();
        await eraseOldData(server);
      }
      expect((await server.call(`DELETE /api/users/${member.id}`, { token: admin })).status).toBe(200);
      const { _id } = await hold(member.email);
      await server.db.updateTable('dues').set({ keep_from: '2001-01-01' }).where('id', '=', owed).execute();
      const dues = server.db.selectFrom('dues').select('id').where('id', '=', owed);
      await eraseOldClosings(server.parts);
      expect(await dues.execute()).toHaveLength(1);
      await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
      await eraseOldClosings(server.parts);
      expect(await dues.execute()).toEqual([]);
    },
  );

  it.each(['age', 'deletion'])(
    'on a present address keeps a lead at a former one that %s had taken from the audit log',
    async (by) => {
      const agent = await person(server);
      await closingIn(new Scene(server, agent, undefined), 'paid');
      const present = `${by}.present@example.com`;
      await changeEmail(agent, present);
      await server.call('POST /api/contact', {
        body: { ...contactRequest(), email: agent.email, message: `Before ${by}` },
      });
      const leads = server.db.selectFrom('contact_requests').select('id').where('email', '=', agent.email);
      const { id: lead } = await leads.executeTakeFirstOrThrow();
      if (by === 'deletion')
        expect((await server.call(`DELETE /api/users/${agent.id}`, { token: admin })).status).toBe(200);
      else {
        const lines = server.db.updateTable('audit_log').where('object_id', '=', agent.id);
        await lines.set({ created_at: old }).execute();
        await eraseOldData(server);
      }
      const { _id } = await hold(present);
      const call = (key: string, body?: object) => server.call(key, { token: admin, body });
      const preview = async () =>
        (await call('POST /api/personal-data/preview', { email: agent.email })).body.legalHold;
      expect(await preview()).toBe(true);
      for (const [key, body] of [
        ['POST /api/personal-data/erasure', { email: agent.email }],
        [`DELETE /api/leads/${lead}`, undefined],
      ] as const)
        expect([key, (await call(key, body)).body.msg]).toEqual([
          key,
          expect.stringContaining('for legal reasons'),
        ]);
      await server.db
        .updateTable('contact_requests')
        .set({ created_at: old })
        .where('id', '=', lead)
        .execute();
      await eraseOldData(server);
      expect(await leads.execute()).toEqual([{ id: lead }]);
      await call(`DELETE /api/legal-holds/${_id}`);
      expect(await preview()).toBe(false);
      await eraseOldData(server);
      expect(await leads.execute()).toEqual([]);
    },
  );

  it('keeps the lines of the audit log about what it keeps, and about itself', async () => {
    const [agent, other] = [await person(server), await person(server)];
    const closings: string[] = [];
    for (const who of [agent, other]) {
      const id = await closingIn(new Scene(server, who, undefined), 'reported');
      await server.call(`POST /api/closings/${id}/ask`, { token: admin, body: { text: 'Which file?' } });
      closings.push(id);
    }
    const held = await hold(agent.email);
    const lines = async () => {
      const rows = await server.db
        .selectFrom('audit_log')
        .select('object_id')
        .where('object_id', 'in', [...closings, held._id])
        .where('created_at', '=', old)
        .execute();
      return new Set(rows.map(({ object_id }) => object_id));
    };
    await server.db
      .updateTable('audit_log')
      .set({ created_at: old })
      .where('object_id', 'in', [...closings, held._id])
      .execute();
    expect(await lines()).toEqual(new Set([...closings, held._id]));
    await eraseOldData(server);
    expect(await lines()).toEqual(new Set([closings[0], held._id]));
    await server.call(`DELETE /api/legal-holds/${held._id}`, { token: admin });
    await eraseOldData(server);
    expect(await lines()).toEqual(new Set());
  });

  it('keeps the lines about the file of a deleted account, and about emails', async () => {
    const member = await person(server);
    const office = { token: admin };
    const entries = (id: string) => `POST /api/compliance/members/${id}/entries`;
    await made(server, office, entries(member.id), { kind: 'note', text: 'Came late' });
    expect((await server.call(`DELETE /api/users/${member.id}`, office)).status).toBe(200);
    const files = server.db.selectFrom('member_files').select('id').where('user_was', '=', member.id);
    const { id: file } = await files.executeTakeFirstOrThrow();
    const { _id: held } = await hold(member.email);
    await made(server, office, entries(file), { kind: 'note', text: 'Sold without a license' });
    const mail = await inTransaction(server.db, (transaction) =>
      queueMail(transaction, { to: 'office@flat.example', replyTo: member.email, subject: 'x', text: 'x' }),
    );
    await made(server, office, `POST /api/outbox/${mail}/retry`);
    const lines = await linesAfterTheClock([file, mail]);
    expect(lines).toEqual(new Set([file, mail]));
    await server.call(`DELETE /api/legal-holds/${held}`, office);
    expect(await linesAfterTheClock([file, mail])).toEqual(new Set());
  });

  it.each(['author', 'reporter'] as const)(
    'on the %s keeps the line of a decision with its report, also when the post has gone',
    async (who) => {
      const people = { author: await person(server), reporter: await person(server) };
      const { _id: held } = await hold(people[who].email);
      const decided = async () => {
        const { _id } = await made(server, people.author, 'POST /api/posts', { text: 'Pays in cash' });
        await made(server, people.reporter, `POST /api/posts/report/${_id}`, { reason: 'spam' });
        await made(server, { token: admin }, `POST /api/moderation/posts/${_id}/keep`);
        return _id;
      };
      const posts: string[] = [await decided(), await decided()];
      await server.call(`DELETE /api/posts/${posts[1]}`, people.author);
      expect(await linesAfterTheClock(posts)).toEqual(new Set(posts));
      await server.call(`DELETE /api/legal-holds/${held}`, { token: admin });
      expect(await linesAfterTheClock(posts)).toEqual(new Set());
    },
  );

  it('on an admin by an address that the audit log had forgotten is released by another', async () => {
    const own = await person(server, { admin: true });
    const body = { name: own.name, email: `now.${own.email}`, admin: true };
    await server.call(`PUT /api/users/${own.id}`, { token: admin, body });
    await server.db
      .updateTable('audit_log')
      .set({ created_at: old })
      .where('object_id', '=', own.id)
      .execute();
    await eraseOldData(server);
    const { _id } = await hold(own.email);
    expect((await server.call(`DELETE /api/legal-holds/${_id}`, { token: own.token })).status).toBe(403);
    expect((await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin })).status).toBe(200);
  });

  it('keeps a check of an account that was deleted before it had a file', async () => {
    const member = await person(server);
    const tick = { kind: 'w9', ticked: true, day: '2026-01-31' };
    await made(server, { token: admin }, `POST /api/joining/members/${member.id}/checks`, tick);
    expect((await server.call(`DELETE /api/users/${member.id}`, { token: admin })).status).toBe(200);
    const { _id } = await hold(member.email);
    const gone = { left_at: '2001-01-01T00:00:00.000Z' };
    await server.db.updateTable('member_checks').set(gone).where('user_was', '=', member.id).execute();
    const checks = server.db.selectFrom('member_checks').select('kind').where('user_was', '=', member.id);
    await eraseOldData(server);
    expect(await checks.execute()).toEqual([{ kind: 'w9' }]);
    await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin });
    await eraseOldData(server);
    expect(await checks.execute()).toEqual([]);
  });

  it('on an admin, by an address that they have or had, is released by another', async () => {
    const own = await person(server, { admin: true });
    const former = own.email;
    const body = { name: own.name, email: 'own.present@example.com', admin: true };
    await server.call(`PUT /api/users/${own.id}`, { token: admin, body });
    const holds = [await hold(former), await hold(body.email)];
    for (const { _id } of holds) {
      const refused = await server.call(`DELETE /api/legal-holds/${_id}`, { token: own.token });
      expect([refused.status, refused.body.errors]).toEqual([
        403,
        [{ msg: 'This legal hold is your own. Another admin has to work on it.' }],
      ]);
      expect((await server.call(`DELETE /api/legal-holds/${_id}`, { token: admin })).status).toBe(200);
    }
    const { body: events } = await server.call('GET /api/audit?action=legal-hold.released', { token: admin });
    const names = events.slice(0, 2).map(({ object }: { object: { name: string } }) => object.name);
    expect(names).toEqual([body.email, former]);
  });

  it('on the only active admin is released by them, and is told to all and in the security log', async () => {
    const lone = await testServer();
    const only = await person(lone, { admin: true });
    const fields = { ...legalHold(), email: only.email };
    const placed = await lone.call('POST /api/legal-holds', { token: only.token, body: fields });
    const call = `DELETE /api/legal-holds/${placed.body._id}`;
    expect((await lone.call(call, { token: only.token })).status).toBe(200);
    const events = lone.db.selectFrom('security_log').select(['user_id', 'detail']);
    expect(await events.where('event', '=', 'legal-hold.own').execute()).toEqual([
      { user_id: only.id, detail: `hold ${placed.body._id}: released` },
    ]);
    expect((await textsTo(lone, only.email)).join()).toContain('worked on their own legal hold: released');
    await lone.stop();
  });

  it('is mailed to the office when its day of review has come, once a week', async () => {
    await server.db.deleteFrom('legal_holds').execute();
    const reminders = async () =>
      (await mailsTo(server.config.brokerage.email)).filter(({ subject }) => subject.includes('legal hold'));
    const before = (await reminders()).length;
    const place = (reviewOn: string) =>
      server.call('POST /api/legal-holds', { token: admin, body: { ...legalHold(), reviewOn } });
    await place(fromNow(3 * day).slice(0, 10));
    await remindOfReviews(server.parts);
    expect(await reminders()).toHaveLength(before);
    const { body } = await place(fromNow(-day).slice(0, 10));
    await Promise.all([remindOfReviews(server.parts), remindOfReviews(server.parts)]);
    await remindOfReviews(server.parts);
    expect((await reminders()).slice(before)).toMatchObject([{ subject: 'A legal hold is due for review' }]);
    expect((await reminders()).at(-1)?.text).not.toContain(body.email);
    await server.db
      .updateTable('legal_holds')
      .set({ reminded_at: fromNow(-8 * day) })
      .where('id', '=', body._id)
      .execute();
    await remindOfReviews(server.parts);
    expect(await reminders()).toHaveLength(before + 2);
  });

  it('is one for a person, has a date of review, and is on record', async () => {
    const body = { ...legalHold(), reviewOn: '2020-01-31' };
    const place = (given: object) =>
      server.call('POST /api/legal-holds', { token: admin, body: { ...body, ...given } });
    expect((await place({})).body).toMatchObject({ ...body, reviewDue: true });
    expect((await place({})).body.errors).toEqual([
      { msg: 'This person is under a legal hold already', field: 'email' },
    ]);
    expect((await place({ reviewOn: 'soon' })).status).toBe(400);
    const [first] = (await server.call('GET /api/legal-holds', { token: admin })).body;
    expect(first).toMatchObject({ email: body.email });
    const { body: events } = await server.call('GET /api/audit?action=legal-hold.placed', { token: admin });
    expect(events.at(0).object.name).toBe(body.email);
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await server.call(`DELETE /api/legal-holds/${unknown}`, { token: admin })).status).toBe(404);
  });
});
