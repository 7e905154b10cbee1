import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day, minute } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { alertOfWaitingLeads, sendLeadDigests } from './lead-reminders.ts';

let server: TestServer;
let token: string;
let ada: { id: string; name: string };

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
  const { body } = await server.call('GET /api/auth', { token });
  ada = { id: body._id, name: body.name };
});
afterAll(() => server.stop());

/** Mails hold names without digits only. */
const inLetters = (number: number) =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
let people = 0;
const send = async (given: object = {}) => {
  const body = {
    firstName: 'Lee',
    lastName: `Work${inLetters(++people)}`,
    phone: '555-0100',
    email: `work${people}@example.com`,
    ...given,
  };
  expect((await server.call('POST /api/contact', { body })).status).toBe(200);
  return body;
};
const find = async (search: string) =>
  (await server.call(`GET /api/leads?search=${encodeURIComponent(search)}`, { token })).body;
const lead = async (given: object = {}) => (await find((await send(given)).email))[0];
const get = async (id: string) => (await server.call(`GET /api/leads/${id}`, { token })).body;
const patch = (id: string, body: object) => server.call(`PATCH /api/leads/${id}`, { token, body });
const events = async (id: string) =>
  (await server.call(`GET /api/leads/${id}/events`, { token })).body.map(
    ({ kind, text, author }: Record<string, string>) => [kind, text, author],
  );
const today = officeDay(new Date().toISOString());
const dayFrom = (days: number) => officeDay(fromNow(days * day));
const age = (id: string, changes: { created_at?: string; waiting_since?: string | null }) =>
  server.db.updateTable('contact_requests').set(changes).where('id', '=', id).execute();

describe('a lead', () => {
  it('begins without owner and step, waits, and has one event', async () => {
    const made = await lead();
    expect(made).toMatchObject({
      status: 'new',
      owner: null,
      nextStep: null,
      closedReason: null,
      firstContact: null,
      member: null,
      mergedInto: null,
      requests: 0,
      waitingSince: made.date,
    });
    expect(await events(made._id)).toEqual([['created', '', 'Contact form']]);
  });

  it('has an owner, a next step and a stage, with a log of each change', async () => {
    const { _id } = await lead();
    const nextStep = { text: 'Send the agreement', on: '2031-05-06' };
    const { status, body } = await patch(_id, { owner: ada.id, nextStep, status: 'agreement-sent' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      owner: { _id: ada.id, name: 'Ada Admin' },
      nextStep,
      status: 'agreement-sent',
      waitingSince: null,
    });
    expect(body.firstContact).not.toBeNull();
    await patch(_id, { nextStep: null, owner: null });
    expect(await events(_id)).toEqual([
      ['next-step', 'Done: Send the agreement', 'Ada Admin'],
      ['owner', 'Ada Admin → nobody', 'Ada Admin'],
      ['next-step', 'May 6, 2031: Send the agreement', 'Ada Admin'],
      ['owner', 'nobody → Ada Admin', 'Ada Admin'],
      ['stage', 'new → agreement-sent', 'Ada Admin'],
      ['created', '', 'Contact form'],
    ]);
  });

  it('tells since when it is in its stage', async () => {
    const made = await lead();
    expect(made.stageSince).toBe(made.date);
    await patch(made._id, { owner: ada.id });
    const { body: moved } = await patch(made._id, { status: 'contacted' });
    const [event] = (await server.call(`GET /api/leads/${made._id}/events`, { token })).body;
    expect(event.kind).toBe('stage');
    expect(moved.stageSince).toBe(event.date);
  });

  it('logs nothing when nothing changes', async () => {
    const { _id } = await lead();
    await patch(_id, { status: 'new', owner: null });
    expect(await events(_id)).toHaveLength(1);
  });

  it('is closed with a reason, which goes when it is opened again', async () => {
    const { _id } = await lead();
    expect(await patch(_id, { status: 'closed' })).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'Reason is required', field: 'closedReason' }] },
    });
    const closed = await patch(_id, { status: 'closed', closedReason: 'Wrong number' });
    expect(closed.body).toMatchObject({
      closedReason: 'Wrong number',
      waitingSince: null,
      firstContact: null,
    });
    expect((await patch(_id, { status: 'contacted' })).body.closedReason).toBeNull();
  });

  it('is nurtured with a date only', async () => {
    const { _id } = await lead();
    expect((await patch(_id, { status: 'nurture' })).body.errors).toEqual([
      { msg: 'Nurture needs a next step with a date', field: 'nextStep' },
    ]);
    const nextStep = { text: 'Ask again', on: '2031-01-01' };
    expect((await patch(_id, { status: 'nurture', nextStep })).status).toBe(200);
    expect((await patch(_id, { nextStep: null })).status).toBe(400);
    expect((await patch(_id, { nextStep: null, status: 'contacted' })).status).toBe(200);
  });

  it.each([
    [{ owner: newId() }, 'Owner must have the right to recruiting'],
    [{ owner: 'me' }, 'Owner must have the right to recruiting'],
    [{ nextStep: { text: '', on: '2026-01-01' } }, 'Next step is required'],
    [{ nextStep: { text: 'Call', on: '2026-02-30' } }, 'Date must be a day such as 2026-01-31'],
    [{ status: 'closed', closedReason: ' ' }, 'Reason is required'],
  ])('is not changed by %j', async (changes, msg) => {
    const made = await lead();
    expect(await patch(made._id, changes)).toMatchObject({ status: 400, body: { msg } });
    expect(await get(made._id)).toEqual(made);
  });

  it('is owned by no member, no suspended admin and none who was only invited', async () => {
    const { _id } = await lead();
    const member = await makeUser(server.db);
    const suspended = await makeUser(server.db, { admin: true, suspended_at: new Date().toISOString() });
    const invited = await makeUser(server.db, { admin: true, password_hash: null });
    for (const { id } of [member, suspended, invited])
      expect((await patch(_id, { owner: id })).body.msg).toBe('Owner must have the right to recruiting');
    const owners = (await server.call('GET /api/leads/owners', { token })).body;
    expect(owners).toContainEqual({ _id: ada.id, name: 'Ada Admin' });
    expect(JSON.stringify(owners)).not.toContain(member.id);
    expect(JSON.stringify(owners)).not.toContain(suspended.id);
    expect(JSON.stringify(owners)).not.toContain(invited.id);
  });

  it('no longer waits once a call is logged, which makes a new one contacted', async () => {
    const { _id } = await lead();
    const body = { kind: 'call', text: 'Left a message' };
    const called = await server.call(`POST /api/leads/${_id}/contacts`, { token, body });
    expect(called.body).toMatchObject({ status: 'contacted', waitingSince: null });
    const { firstContact } = called.body;
    expect(Date.parse(firstContact)).not.toBeNaN();
    await server.call(`POST /api/leads/${_id}/contacts`, { token, body: { kind: 'mail' } });
    expect((await get(_id)).firstContact).toBe(firstContact);
    expect((await events(_id)).map(([kind]: string[]) => kind)).toEqual(['mail', 'stage', 'call', 'created']);
    const bad = await server.call(`POST /api/leads/${_id}/contacts`, { token, body: { kind: 'pigeon' } });
    expect(bad.body.msg).toBe('Kind must be call or mail');
  });

  it('gets its next step and an owner with the call that is logged, all or nothing', async () => {
    const { _id } = await lead();
    const path = `POST /api/leads/${_id}/contacts` as const;
    const nextStep = { text: 'Send the fee schedule', on: '2999-01-05' };
    const wrong = { kind: 'call', take: true, nextStep: { ...nextStep, on: 'soon' } };
    expect((await server.call(path, { token, body: wrong })).body.errors).toMatchObject([
      { field: 'nextStep.on' },
    ]);
    expect(await get(_id)).toMatchObject({ status: 'new', firstContact: null, owner: null });
    const { body } = await server.call(path, { token, body: { kind: 'call', take: true, nextStep } });
    expect(body).toMatchObject({ status: 'contacted', nextStep, owner: { name: 'Ada Admin' } });
    const other = await makeToken(server.db, { admin: true });
    await server.call(path, { token: other, body: { kind: 'call', take: true } });
    expect(await get(_id)).toMatchObject({ nextStep, owner: { name: 'Ada Admin' } });
  });

  it('is listed by owner and by stage, and counted', async () => {
    const { _id } = await lead();
    const boss = await makeUser(server.db, { admin: true });
    await patch(_id, { owner: boss.id, status: 'appointment' });
    const ids = async (query: string) =>
      (await server.call(`GET /api/leads?${query}`, { token })).body.map((row: { _id: string }) => row._id);
    expect(await ids(`owner=${boss.id}`)).toEqual([_id]);
    expect(await ids('owner=none')).not.toContain(_id);
    expect(await ids(`owner=${boss.id}&status=new`)).toEqual([]);
    expect((await server.call(`GET /api/leads/stages?owner=${boss.id}`, { token })).body).toEqual([
      { status: 'appointment', count: 1 },
    ]);
    expect((await server.call('GET /api/leads?owner=somebody', { token })).status).toBe(400);
  });
});

describe('today', () => {
  it('has what is overdue and due, and who waits, of the caller and of nobody or of all', async () => {
    const admin = await makeToken(server.db, { admin: true });
    const me = (await server.call('GET /api/auth', { token: admin })).body._id;
    const step = async (on: string, owner: string | null) => {
      const { _id } = await lead();
      await patch(_id, { status: 'contacted', nextStep: { text: 'Call', on }, owner });
      return _id;
    };
    const late = await step(dayFrom(-2), me);
    const later = await step(dayFrom(-1), me);
    const now = await step(today, me);
    const future = await step(dayFrom(2), me);
    const ofOther = await step(today, ada.id);
    const waiting = (await lead())._id;
    const idsOf = ({ leads }: { leads: { _id: string }[] }) => leads.map(({ _id }) => _id);
    const mine = (await server.call('GET /api/leads/today?mine=true', { token: admin })).body;
    expect(mine.date).toBe(today);
    expect(idsOf(mine.overdue)).toEqual([late, later]);
    expect(mine.overdue.count).toBe(2);
    expect(idsOf(mine.due)).toEqual([now]);
    expect(idsOf(mine.waiting)).toContain(waiting);
    expect(JSON.stringify(mine)).not.toContain(future);
    expect(JSON.stringify(mine)).not.toContain(ofOther);
    const all = (await server.call('GET /api/leads/today', { token: admin })).body;
    expect(idsOf(all.due)).toEqual(expect.arrayContaining([now, ofOther]));
    await patch(now, { status: 'closed', closedReason: 'Moved away' });
    expect((await server.call('GET /api/leads/today?mine=true', { token: admin })).body.due.count).toBe(0);
  });
});

describe('many leads', () => {
  const bulk = (ids: string[], changes: object) =>
    server.call('POST /api/leads/bulk', { token, body: { ids, changes } });
  const undo = (id: string) => server.call(`POST /api/leads/bulk/${id}/undo`, { token });

  it('are assigned, moved and closed at once, which can be undone', async () => {
    const made = [await lead(), await lead(), await lead()];
    const ids = made.map(({ _id }) => _id);
    const { body } = await bulk(ids, { owner: ada.id, status: 'closed', closedReason: 'No license' });
    expect(body.changed).toBe(3);
    for (const id of ids)
      expect(await get(id)).toMatchObject({
        status: 'closed',
        closedReason: 'No license',
        owner: { _id: ada.id },
      });
    expect(await undo(body._id)).toMatchObject({ status: 200, body: { changed: 3, left: 0 } });
    for (const before of made) expect(await get(before._id)).toEqual(before);
  });

  it('keep what has been changed since', async () => {
    const ids = [(await lead())._id, (await lead())._id];
    const { body } = await bulk(ids, { status: 'contacted' });
    await patch(ids[0] ?? '', { status: 'joining' });
    expect((await undo(body._id)).body).toEqual({ changed: 1, left: 1 });
    expect((await get(ids[0] ?? '')).status).toBe('joining');
    expect((await get(ids[1] ?? '')).status).toBe('new');
  });

  it('are all left as they are when one cannot be changed', async () => {
    const { _id } = await lead();
    expect((await bulk([_id, newId()], { status: 'contacted' })).status).toBe(404);
    expect((await bulk([_id], { status: 'closed' })).status).toBe(400);
    expect((await bulk([], { status: 'contacted' })).body.msg).toBe('Choose at least one lead');
    const many = Array.from({ length: 201 }, newId);
    expect((await bulk(many, { status: 'contacted' })).body.msg).toBe('Choose at most 200 leads');
    expect((await get(_id)).status).toBe('new');
  });

  it('are not undone after a day, nor what is unknown', async () => {
    const { _id } = await lead();
    const { body } = await bulk([_id], { status: 'contacted' });
    await server.db
      .updateTable('lead_events')
      .set({ created_at: fromNow(-day - minute) })
      .where('batch_id', '=', body._id)
      .execute();
    expect((await undo(body._id)).body.msg).toBe('This can be undone for a day only');
    expect(await undo(newId())).toMatchObject({ status: 404, body: { msg: 'Change not found' } });
  });
});

describe('one person', () => {
  it('is one lead: the same email joins it, and the lead waits again', async () => {
    const first = await lead({ phone: '(310) 555-0131' });
    await patch(first._id, { status: 'closed', closedReason: 'Not now' });
    const again = await send({ email: first.email, lastName: 'Married', phone: '555-0100' });
    const found = await find(again.lastName);
    expect(found).toMatchObject([{ _id: first._id, status: 'new', requests: 1 }]);
    expect(found[0].waitingSince > first.date).toBe(true);
    await send({ email: first.email, lastName: 'Widowed' });
    const requests = (await server.call(`GET /api/leads/${first._id}/requests`, { token })).body;
    expect(requests).toMatchObject([
      { lastName: 'Widowed', mergedInto: first._id },
      { lastName: 'Married', mergedInto: first._id },
    ]);
    expect((await events(first._id)).filter(([kind]: string[]) => kind === 'wrote-again')).toHaveLength(2);
    expect(await patch(requests[0]._id, { status: 'contacted' })).toMatchObject({ status: 400 });
  });

  it('is not known by a phone number, which anyone can type', async () => {
    const first = await lead({ phone: '(310) 555-0139' });
    await send({ phone: '+1 310-555-0139', email: 'other-address@example.com' });
    expect((await find('other-address@example.com'))[0]).toMatchObject({ requests: 0 });
    expect(await find('555-0139')).toHaveLength(2);
    expect((await get(first._id)).requests).toBe(0);
  });

  it('is one lead also when two requests come at once', async () => {
    const email = 'twice@example.com';
    await Promise.all([
      send({ email, lastName: 'One' }),
      send({ email, lastName: 'Two' }),
      send({ email, lastName: 'Three' }),
    ]);
    expect(await find(email)).toMatchObject([{ requests: 2 }]);
  });

  it('is not one by a number without area code or with an extension, nor by spam', async () => {
    const phone = '(310) 555-0132 ext 4';
    await lead({ phone });
    await send({ phone });
    expect(await find('555-0132')).toHaveLength(2);
    const robot = await send({ website: 'x' });
    await send({ email: robot.email });
    expect(await find(robot.email)).toHaveLength(1);
  });

  it('is deleted as a whole', async () => {
    const { _id, email } = await lead();
    await send({ email, lastName: 'More' });
    await server.call(`DELETE /api/leads/${_id}`, { token });
    const left = server.db.selectFrom('contact_requests').select('id').where('email', '=', email);
    expect(await left.execute()).toEqual([]);
    const mails = server.db.selectFrom('mails').select('id').where('reply_to', '=', email);
    expect(await mails.execute()).toEqual([]);
  });
});

describe('joining', () => {
  it('makes an account of a lead, which leads to it', async () => {
    const made = await lead();
    const body = { name: `Lee ${made.lastName}`, email: made.email, lead: made._id };
    const user = (await server.call('POST /api/users', { token, body })).body;
    expect(user).toMatchObject({ state: 'invited', email: made.email });
    expect(await get(made._id)).toMatchObject({
      status: 'joined',
      member: { _id: user._id, name: user.name },
    });
    expect((await events(made._id)).map(([kind]: string[]) => kind)).toEqual(['stage', 'joined', 'created']);
    await server.call(`DELETE /api/users/${user._id}`, { token });
    expect((await get(made._id)).member).toBeNull();
  });

  it('creates nobody for a lead that does not exist', async () => {
    const body = { name: 'Nobody', email: 'nobody-joins@example.com', lead: newId() };
    expect((await server.call('POST /api/users', { token, body })).status).toBe(404);
    expect((await server.call('GET /api/users?search=nobody-joins', { token })).body).toEqual([]);
  });
});

describe('the office’s settings', () => {
  const settings = {
    replies: true,
    alertHours: 2,
    opensAt: 8,
    closesAt: 18,
  };
  const words = { subject: 'Thanks, {firstName}', text: '{firstName} {lastName}, {brokerage}' };
  const put = (body: object) => server.call('PUT /api/leads/settings', { token, body });
  const mailsTo = (recipient: string) =>
    server.db.selectFrom('mails').select(['subject', 'text']).where('recipient', '=', recipient).execute();

  it('mail whoever writes, once a day, in the office’s words, and go with the lead', async () => {
    expect((await put(settings)).body).toEqual(settings);
    expect((await server.call('GET /api/leads/settings', { token })).body).toEqual(settings);
    await server.call('PUT /api/mail-texts/reply', { token, body: words });
    const { _id, email, lastName } = await lead();
    const name = server.config.brokerage.name;
    expect(await mailsTo(email)).toMatchObject([
      { subject: 'Thanks, Lee', text: expect.stringContaining(`Lee ${lastName}, ${name}\n`) },
    ]);
    await send({ email, lastName: 'Again' });
    expect(await mailsTo(email)).toHaveLength(1);
    const robot = await send({ website: 'x' });
    expect(await mailsTo(robot.email)).toEqual([]);
    await server.call(`DELETE /api/leads/${_id}`, { token });
    expect(await mailsTo(email)).toEqual([]);
    await put({ ...settings, replies: false });
    expect(await mailsTo((await send()).email)).toEqual([]);
  });

  it.each([
    [{ closesAt: 8 }, 'Closing must be after opening'],
    [{ opensAt: 8.5 }, 'Opening must be a whole hour'],
    [{ alertHours: 81 }, 'Hours must be at most 80'],
  ])('refuse %j', async (given, msg) => {
    expect(await put({ ...settings, ...given })).toMatchObject({ status: 400, body: { msg } });
  });

  it('mail all admins once of who waits too long', async () => {
    await put({ ...settings, replies: false, alertHours: 1 });
    const late = await lead();
    const fresh = await lead();
    await age(late._id, { waiting_since: fromNow(-10 * day) });
    const subjects = async () => {
      const rows = await server.db
        .selectFrom('mails')
        .select('text')
        .where('user_id', '=', ada.id)
        .where('subject', 'like', '%waiting for a reply%')
        .execute();
      return rows.filter(({ text }) => text.includes(late.lastName)).map(({ text }) => text);
    };
    await alertOfWaitingLeads(server.parts);
    await alertOfWaitingLeads(server.parts);
    const texts = await subjects();
    expect(texts).toHaveLength(1);
    expect(texts[0]).not.toContain(`${fresh.lastName},`);
    await put({ ...settings, alertHours: 0 });
    const silent = await lead();
    await age(silent._id, { waiting_since: fromNow(-10 * day) });
    await alertOfWaitingLeads(server.parts);
    expect(await subjects()).toHaveLength(1);
  });
});

describe('the digest', () => {
  it('is mailed once a day from 7 in Los Angeles to owners with work who want it', async () => {
    const boss = await makeUser(server.db, { admin: true });
    const idle = await makeUser(server.db, { admin: true });
    const other = await makeToken(server.db, { admin: true });
    const otherId = (await server.call('GET /api/auth', { token: other })).body._id;
    for (const owner of [boss.id, otherId]) {
      const { _id } = await lead();
      await patch(_id, { status: 'contacted', owner, nextStep: { text: 'Call', on: dayFrom(-1) } });
    }
    expect((await server.call('GET /api/leads/digest', { token: other })).body).toEqual({ wanted: true });
    await server.call('PUT /api/leads/digest', { token: other, body: { wanted: false } });
    expect((await server.call('GET /api/leads/digest', { token: other })).body).toEqual({ wanted: false });
    const digests = async () => {
      const rows = await server.db
        .selectFrom('mails')
        .select(['user_id', 'subject'])
        .where('subject', 'like', 'Your leads today%')
        .where('user_id', 'in', [boss.id, idle.id, otherId])
        .execute();
      return rows;
    };
    const early = Date.parse(`${today}T12:00:00Z`);
    await sendLeadDigests(server.parts, early);
    expect(await digests()).toEqual([]);
    const noon = Date.parse(`${today}T20:00:00Z`);
    await sendLeadDigests(server.parts, noon);
    await sendLeadDigests(server.parts, noon);
    expect(await digests()).toEqual([{ user_id: boss.id, subject: 'Your leads today: 1 overdue' }]);
  });
});

describe('templates and views', () => {
  const template = { name: 'First answer', subject: 'Hello {firstName}', text: 'When may we call?' };

  it('of mails are added, changed and deleted', async () => {
    const { _id } = (await server.call('POST /api/leads/templates', { token, body: template })).body;
    const changed = { ...template, name: 'Second answer' };
    await server.call(`PUT /api/leads/templates/${_id}`, { token, body: changed });
    expect((await server.call('GET /api/leads/templates', { token })).body).toEqual([{ _id, ...changed }]);
    expect((await server.call('POST /api/leads/templates', { token, body: { name: 'x' } })).status).toBe(400);
    expect((await server.call(`DELETE /api/leads/templates/${_id}`, { token })).body.msg).toBe(
      'Template deleted',
    );
    expect((await server.call(`DELETE /api/leads/templates/${_id}`, { token })).status).toBe(404);
    expect((await server.call(`PUT /api/leads/templates/${_id}`, { token, body: changed })).status).toBe(404);
  });

  it('that someone else has changed since are not replaced by an older form, nor are the settings', async () => {
    const { _id } = await server.made('POST /api/leads/templates', { token, body: template });
    const put = (body: object) => server.call(`PUT /api/leads/templates/${_id}`, { token, body });
    const changed = { ...template, text: 'May we call you today?' };
    expect((await put({ ...changed, seen: template })).body).toEqual({ _id, ...changed });
    const late = await put({ ...template, name: 'First reply', seen: template });
    expect([late.status, late.body.msg]).toEqual([
      412,
      'Template has been changed by someone else in the meantime',
    ]);
    expect((await server.call('GET /api/leads/templates', { token })).body).toEqual([{ _id, ...changed }]);
    await server.made(`DELETE /api/leads/templates/${_id}`, { token });

    const seen = await server.made('GET /api/leads/settings', { token });
    const save = (body: object) =>
      server.call('PUT /api/leads/settings', { token, body: { ...seen, seen, ...body } });
    const quiet = { ...seen, replies: !seen.replies };
    expect((await save(quiet)).body).toEqual(quiet);
    expect((await save({ alertHours: 9 })).status).toBe(412);
    expect((await server.call('GET /api/leads/settings', { token })).body).toEqual(quiet);
    await server.made('PUT /api/leads/settings', { token, body: seen });
  });

  it('of the list are saved for oneself', async () => {
    const body = { name: 'Mine', query: `owner=${ada.id}&status=agreement-sent&q=ana+ortiz%40` };
    const view = (await server.call('POST /api/leads/views', { token, body })).body;
    expect((await server.call('GET /api/leads/views', { token })).body).toEqual([view]);
    const other = await makeToken(server.db, { admin: true });
    expect((await server.call('GET /api/leads/views', { token: other })).body).toEqual([]);
    expect((await server.call(`DELETE /api/leads/views/${view._id}`, { token: other })).status).toBe(404);
    expect((await server.call(`DELETE /api/leads/views/${view._id}`, { token })).status).toBe(200);
    const bad = { name: 'Bad', query: 'javascript:alert(1)' };
    expect((await server.call('POST /api/leads/views', { token, body: bad })).body.msg).toBe(
      'Query is not valid',
    );
  });
});
