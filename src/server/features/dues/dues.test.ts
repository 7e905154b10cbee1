import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  coordinator,
  letWork,
  made,
  takeStep,
} from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { queriesOf } from '../../../../test/plans.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { eraseOldClosings } from '../closings/erase-old-closings.ts';
import { usersBehind } from '../member-files/same-person.ts';
import { notePayments } from './dues.service.ts';

/** docs/product.md P30: dues of members. */

let server: TestServer;
let office: Person;
let other: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
  other = await person(server, { admin: true });
});
afterAll(() => server.stop());

const unknown = '01900000-0000-7000-8000-000000000000';
const due = { label: 'Lost sign', amount: 60_00, reason: 'It was left at the house' };
const add = (member: { id: string }, given: object = {}): Promise<Due> =>
  made(server, office, 'POST /api/dues', { member: member.id, ...due, ...given });
const pay = (payments: object[], by: Person = office, to: TestServer = server) =>
  to.call('POST /api/dues/paid', { token: by.token, body: { payments } });
const act = (id: string, name: 'waive' | 'void' | 'take-back', reason = 'As agreed') =>
  server.call(`POST /api/dues/${id}/${name}`, { token: office.token, body: { reason } });
const list = (query: string, by = office) => server.call(`GET /api/dues?${query}`, { token: by.token });
const own = async (member: Person) => (await made(server, member, 'GET /api/dues/me')).dues;
const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);

it('adds a due by hand, which its member sees', async () => {
  const member = await person(server);
  const added = await add(member);
  expect(added).toMatchObject({
    ...due,
    annual: false,
    charged: today(),
    due: addDays(today(), 14),
    state: 'open',
    settled: null,
    closing: null,
    from: null,
    invoice: null,
    member: { _id: member.id, name: member.name },
    history: [{ by: office.name, text: 'added: $60' }],
  });
  const { member: _m, history: _h, ...shown } = added;
  expect(await own(member)).toEqual([shown]);
  expect(await own(other)).toEqual([]);
});

it.each([
  [{ label: '' }, 'Label is required'],
  [{ label: '電' }, 'Label has “電” (U+96FB), which the PDF cannot show: use Latin letters'],
  [{ amount: 0 }, 'Amount must be more than nothing'],
  [{ amount: 1.5 }, 'Amount must be an amount in whole cents'],
  [{ reason: ' ' }, 'Reason is required'],
  [{ due: '2026-02-31' }, 'Due date must be a day such as 2026-01-31'],
  [{ member: 'x' }, 'Member not found'],
])('refuses %j', async (given, msg) => {
  const member = await person(server);
  const body = { member: member.id, ...due, ...given };
  const refused = await server.call('POST /api/dues', { token: office.token, body });
  expect([refused.status, refused.body.msg]).toEqual([400, msg]);
});

it('is one thing for a repeated request, and none for a member who is not there', async () => {
  const member = await person(server);
  const call = () =>
    server.call('POST /api/dues', {
      token: office.token,
      body: { member: member.id, ...due },
      headers: { 'idempotency-key': 'one-due-only' },
    });
  expect((await call()).body._id).toBe((await call()).body._id);
  expect(await own(member)).toHaveLength(1);
  const missing = await server.call('POST /api/dues', {
    token: office.token,
    body: { member: unknown, ...due },
  });
  expect([missing.status, missing.body.msg]).toEqual([404, 'Member not found']);
});

it('lists those due first, in pages, by state and member', async () => {
  const [member, late] = [await person(server), await person(server)];
  const days = ['2031-03-01', '2031-01-01', '2031-02-01'];
  const ids: string[] = [];
  for (const day of days) ids.push((await add(member, { due: day }))._id);
  const overdue = await add(late, { due: '2026-01-01' });
  const first = await list(`member=${member.id}&limit=2`);
  expect(first.body.map((each: Due) => each.due)).toEqual(['2031-01-01', '2031-02-01']);
  const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
  const rest = await server.call(`GET ${next}`, { token: office.token });
  expect(rest.body.map(({ _id }: Due) => _id)).toEqual([ids[0]]);
  const states = async (state: string) =>
    (await list(`member=${late.id}&state=${state}`)).body.map(({ _id }: Due) => _id);
  expect(overdue.state).toBe('overdue');
  expect([await states('overdue'), await states('open'), await states('paid')]).toEqual([
    [overdue._id],
    [overdue._id],
    [],
  ]);
  expect((await list('state=gone')).status).toBe(400);
  expect((await list('member=x')).status).toBe(400);
});

it('finds them by member and label, in any case', async () => {
  const member = await person(server);
  const [key, sign] = [await add(member, { label: 'Lost lockbox' }), await add(member)];
  const found = async (search: string) =>
    (await list(`member=${member.id}&search=${encodeURIComponent(search)}`)).body.map(({ _id }: Due) => _id);
  expect(await found('LOCKBOX')).toEqual([key._id]);
  expect(await found(member.name.toLowerCase())).toEqual([key._id, sign._id]);
  expect(await found('100%')).toEqual([]);
  expect((await list(`search=${'x'.repeat(201)}`)).status).toBe(400);
});

it('is for admins and the right to closings', async () => {
  const member = await person(server);
  await add(member);
  expect((await list('', member)).status).toBe(403);
  const helper = await coordinator(server);
  expect((await list('', helper)).status).toBe(200);
  const settings = { rule: 'once', days: 3, howToPay: '' };
  const refused = await server.call('PUT /api/dues/settings', { token: helper.token, body: settings });
  expect(refused.status).toBe(403);
});

describe('A payment', () => {
  it('is noted for many at once, with day, method and who noted it', async () => {
    const members = [await person(server), await person(server)];
    const dues = [await add(members[0] ?? office), await add(members[1] ?? office)];
    const noted = await pay(dues.map(({ _id }) => ({ due: _id, on: '2026-02-03', method: 'Check 12' })));
    expect(noted.body).toMatchObject(
      dues.map(({ _id }) => ({
        _id,
        state: 'paid',
        settled: { on: '2026-02-03', method: 'Check 12', reason: '', by: office.name },
      })),
    );
  });

  it('is noted once: the same again is the same answer, and another one is told of the first', async () => {
    const { _id } = await add(await person(server));
    const check = { due: _id, on: '2026-02-03', method: 'Check 12' };
    const first = await pay([check]);
    expect([first.status, (await pay([check], other)).body]).toEqual([200, first.body]);
    const fresh = await add(await person(server));
    const both = await pay([
      { ...check, due: fresh._id },
      { ...check, method: 'Check 13' },
    ]);
    expect([both.status, both.body.msg]).toEqual([
      409,
      `“Lost sign” of ${first.body[0].member.name} is paid since Feb 3, 2026: Check 12, noted by ${office.name}`,
    ]);
    expect((await list(`member=${fresh.member._id}`)).body[0].state).toBe('open');
  });

  it.each([
    [{ on: '2999-01-01' }, 400, 'The date must not be in the future'],
    [{ method: '' }, 400, 'Method is required'],
    [{ due: unknown }, 404, 'Due not found'],
  ])('is refused with %j', async (given, status, msg) => {
    const { _id } = await add(await person(server));
    const refused = await pay([{ due: _id, on: '2026-02-03', method: 'Cash', ...given }]);
    expect([refused.status, refused.body.msg]).toEqual([status, msg]);
  });

  it('lists each due once, and at least one', async () => {
    const { _id } = await add(await person(server));
    const check = { due: _id, on: '2026-02-03', method: 'Cash' };
    expect((await pay([check, check])).body.msg).toBe('List each due once');
    expect((await pay([])).body.msg).toBe('Enter at least one payment');
    const many = Array.from({ length: 201 }, () => check);
    expect((await pay(many)).body.msg).toBe('At most 200 payments at once');
  });

  it('of one’s own is another’s work', async () => {
    const { _id } = await add(other);
    const refused = await pay([{ due: _id, on: '2026-02-03', method: 'Cash' }], other);
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'This due is your own. Another admin has to work on it.',
    ]);
  });

  /** Every other one is an annual fee. */
  async function openDues(count: number): Promise<Due[]> {
    const dues: Due[] = [];
    for (let at = 0; at < count; at += 1) dues.push(await add(await person(server)));
    const fees = dues.filter((_, at) => at % 2 === 0).map(({ _id }) => _id);
    await server.db.updateTable('dues').set({ annual_on: '2026-01-01' }).where('id', 'in', fees).execute();
    return dues;
  }
  const checksFor = (dues: Due[]) =>
    dues.map(({ _id }) => ({ due: _id, on: '2026-02-03', method: 'Check 12', credit: false }));
  /** Details of the events of these dues, and of their members. */
  async function auditedOf(dues: Due[]): Promise<string[]> {
    const ids = dues.flatMap(({ _id, member }) => [_id, member._id ?? '']);
    const rows = await server.db
      .selectFrom('audit_log')
      .select('details')
      .where('object_id', 'in', ids)
      .execute();
    return rows.map(({ details }) => details).toSorted();
  }
  const auditOf = (count: number) => [
    ...Array.from({ length: count }, () => 'added: $60'),
    ...Array.from({ length: count / 2 }, () => 'Annual fee received: ticked for 2026-02-03'),
    ...Array.from({ length: count }, () => 'paid on Feb 3, 2026: Check 12'),
  ];

  it('takes as many statements with many as with a few, but for the look whose they are', async () => {
    const actor = await server.parts.actorByToken(server.db, office.token);
    if (!actor) throw new Error('The office is signed in');
    const counts: number[] = [];
    for (const count of [2, 8]) {
      const dues = await openDues(count);
      const queries = await queriesOf(server.db, (db) =>
        notePayments({ ...server.parts, db }, actor, checksFor(dues)),
      );
      const members = dues.map(({ member }) => member._id);
      const ofLook = await queriesOf(server.db, (db) => usersBehind(db, [actor.id], members));
      counts.push(queries.length - ofLook.length);
      expect(await auditedOf(dues)).toEqual(auditOf(count).toSorted());
    }
    expect(counts[1]).toBe(counts[0]);
  });

  if (engine === 'postgres')
    it('of many is noted once by two who note them at once, in any order', async () => {
      const second = await secondServer(server);
      try {
        const dues = await openDues(12);
        const answers = await Promise.all([
          pay(checksFor(dues)),
          pay(checksFor(dues.toReversed()), other, second),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const events: string[][] = answers[0].body.map(({ history }: Due) => history.map(({ text }) => text));
        expect(new Set(events.map((texts) => texts.join()))).toEqual(
          new Set(['added: $60,paid on Feb 3, 2026: Check 12']),
        );
        expect(await auditedOf(dues)).toEqual(auditOf(12).toSorted());
      } finally {
        await second.stop();
      }
    });

  if (engine === 'postgres')
    it('is noted by one of two who note it at once', async () => {
      const second = await secondServer(server);
      try {
        const { _id } = await add(await person(server));
        const check = (method: string) => [{ due: _id, on: '2026-02-03', method }];
        const answers = await Promise.all([pay(check('Check 1')), pay(check('Check 2'), other, second)]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      } finally {
        await second.stop();
      }
    });
});

describe('A decision', () => {
  it.each([
    ['waive', 'waived', 'waived: As agreed'],
    ['void', 'void', 'voided: As agreed'],
  ] as const)('%s settles it, until it is taken back', async (name, state, text) => {
    const { _id } = await add(await person(server));
    const decided = await act(_id, name);
    expect(decided.body).toMatchObject({ state, settled: { reason: 'As agreed', by: office.name } });
    expect(decided.body.history.at(-1).text).toBe(text);
    expect((await act(_id, name)).status).toBe(409);
    const back = await act(_id, 'take-back', 'A mistake');
    expect(back.body).toMatchObject({ state: 'open', settled: null });
    expect((await act(_id, 'take-back')).status).toBe(409);
  });

  it('needs a reason, and a due', async () => {
    const { _id } = await add(await person(server));
    expect((await act(_id, 'waive', '')).body.msg).toBe('Reason is required');
    expect((await act(unknown, 'waive')).body.msg).toBe('Due not found');
    expect((await act('x', 'void')).status).toBe(404);
  });
});

describe('The years of a due', () => {
  const there = async (id: string) =>
    (await server.db.selectFrom('dues').select('id').where('id', '=', id).execute()).length;

  it('count from the day its payment is noted, whatever day is typed', async () => {
    const { _id } = await add(await person(server));
    await pay([{ due: _id, on: '1995-01-01', method: 'Cash' }]);
    await eraseOldClosings(server.parts);
    expect(await there(_id)).toBe(1);
    await act(_id, 'take-back', 'A mistake');
    await act(_id, 'void');
    await eraseOldClosings(server.parts);
    expect(await there(_id)).toBe(1);
  });

  it('count from the day it is added, when its account goes', async () => {
    const member = await person(server);
    const { _id } = await add(member, { due: '1995-01-01' });
    await made(server, member, 'DELETE /api/profile');
    await eraseOldClosings(server.parts);
    expect(await there(_id)).toBe(1);
  });

  it('end, and the audit log says how many are erased', async () => {
    const [member, unpaid] = [await person(server), await person(server)];
    const [settled, open] = [await add(member), await add(unpaid)];
    await act(settled._id, 'void');
    await server.db
      .updateTable('dues')
      .set({ keep_from: '2001-01-01' })
      .where('id', 'in', [settled._id, open._id])
      .execute();
    await eraseOldClosings(server.parts);
    expect([await there(settled._id), await there(open._id)]).toEqual([0, 1]);
    const [event] = await made(server, office, 'GET /api/audit?action=personal-data.erased');
    expect([event.object.name, event.details]).toEqual(['1 due', 'settled long enough ago']);
  });
});

it('says when annual fees are charged, and how to pay', async () => {
  const settings = { rule: 'january', days: 30, howToPay: 'A check to the office' };
  const before = await made(server, office, 'GET /api/dues/settings');
  expect(before).toEqual({ rule: 'anniversary', days: 14, howToPay: '' });
  expect(await made(server, office, 'PUT /api/dues/settings', settings)).toEqual(settings);
  const member = await person(server);
  expect((await add(member)).due).toBe(addDays(today(), 30));
  expect((await made(server, member, 'GET /api/dues/me')).howToPay).toBe('A check to the office');
  const wrong = { rule: 'never', days: 14, howToPay: '' };
  const refused = await server.call('PUT /api/dues/settings', { token: office.token, body: wrong });
  expect([refused.status, refused.body.msg]).toEqual([400, 'Rule must be anniversary, january or once']);
  await made(server, office, 'PUT /api/dues/settings', before);
});

it('settings of dues are saved from the version that was read', async () => {
  const { body, headers } = await server.call('GET /api/dues/settings', { token: office.token });
  const seen = { 'if-match': headers.get('etag') ?? '' };
  const save = (howToPay: string) =>
    server.call('PUT /api/dues/settings', {
      token: office.token,
      body: { ...body, howToPay },
      headers: seen,
    });
  expect((await save('A check')).status).toBe(200);
  const old = await save('Cash');
  expect([old.status, old.body.msg]).toEqual([
    412,
    'Settings has been changed by someone else in the meantime',
  ]);
  expect((await made(server, office, 'GET /api/dues/settings')).howToPay).toBe('A check');
  await made(server, office, 'PUT /api/dues/settings', body);
});

it('exports the open ones as CSV', async () => {
  const [member, settled] = [await person(server), await person(server)];
  await add(member, { label: '=1+1', due: '2031-01-01' });
  await act((await add(settled))._id, 'void');
  const file = await server.call('GET /api/dues/export', { token: office.token });
  const text = String(file.body);
  expect(text).toContain('"Member","Due","Reason","Amount","Charged","Due by","State","Invoice"');
  expect(text).toContain(
    `"${member.name}","'=1+1","It was left at the house","60.00","${today()}","2031-01-01","Open",""`,
  );
  expect(text).not.toContain(settled.name);
  const [event] = await made(server, office, 'GET /api/audit?action=dues.exported');
  expect([event.actor.name, event.object.name]).toEqual([office.name, 'Dues']);
});

describe('The closing of an agent', () => {
  async function reported(property: string, agent?: Person): Promise<{ agent: Person; id: string }> {
    const whose = agent ?? (await person(server));
    await letWork(server, whose.id);
    const body = closingBody({ property, fileNumber: property });
    const { _id } = await made(server, whose, 'POST /api/my-closings', body);
    return { agent: whose, id: _id };
  }
  const decide = (id: string, decisions: object) =>
    server.call(`PUT /api/closings/${id}/decisions`, { token: office.token, body: decisions });
  const approve = (id: string) =>
    approval(server, office, id).then((body) =>
      server.call(`POST /api/closings/${id}/approve`, { token: office.token, body }),
    );
  const stateOf = async (member: { id: string }) =>
    (await list(`member=${member.id}`)).body.map(({ state, closing }: Due) => [state, closing?.property]);

  it('offers all open dues, and keeps those that are decided once it is approved', async () => {
    const { agent, id } = await reported('1 Due St');
    const { _id } = await add(agent);
    const [charge] = (await seen(id)).charges;
    expect(charge).toMatchObject({
      ...due,
      _id,
      from: '',
      deduction: { kind: 'other', reason: 'Lost sign: It was left at the house' },
    });
    expect((await decide(id, { carried: [_id] })).body.statement.deductions).toBe(60_00);
    expect(await stateOf(agent)).toEqual([['open', undefined]]);
    const approved = (await approve(id)).body;
    const line = approved.statement.lines.find(({ id: kind }: { id: string }) => kind === 'deduction');
    expect([line.label, line.rule, line.amount]).toEqual([
      'Deduction',
      'Lost sign: It was left at the house',
      -60_00,
    ]);
    expect(await stateOf(agent)).toEqual([['kept', '1 Due St']]);
    for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, id, step);
    const [paid] = (await list(`member=${agent.id}`)).body;
    expect(paid.settled).toEqual({ on: today(), method: 'Check 1042', reason: '', by: office.name });
    const refused = await act(_id, 'take-back');
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `“Lost sign” of ${agent.name} is kept from the closing at 1 Due St`,
    ]);
  });

  it.each([
    ['withdrawn', 'withdraw', { reason: 'A wrong price' }],
    ['fallen through', 'fell-through', { reason: 'No loan' }],
  ])('frees them when it is %s', async (_name, call, body) => {
    const { agent, id } = await reported('2 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    await approve(id);
    await made(server, office, `POST /api/closings/${id}/${call}`, body);
    expect(await stateOf(agent)).toEqual([['open', undefined]]);
  });

  it('keeps no due that another one keeps, or that is paid by now', async () => {
    const { agent, id } = await reported('3 Due St');
    const second = await reported('4 Due St', agent);
    const third = await reported('5 Due St', agent);
    const { _id } = await add(agent);
    const another = await add(agent, { label: 'Second sign' });
    for (const each of [id, second.id]) expect((await decide(each, { carried: [_id] })).status).toBe(200);
    expect((await decide(third.id, { carried: [another._id] })).status).toBe(200);
    await approve(id);
    expect((await seen(second.id)).obstacles).toEqual(['A charge is already kept from another closing']);
    expect((await approve(second.id)).body.msg).toBe('A charge is already kept from another closing');
    await pay([{ due: another._id, on: '2026-02-03', method: 'Cash' }]);
    expect((await approve(third.id)).body.msg).toBe(
      '“Second sign” is paid by now: decide the deductions again',
    );
    expect((await decide(third.id, { carried: [another._id] })).body.msg).toBe('Charge not found');
  });

  it('makes a credit of what is paid after it was kept, which the next closing pays back', async () => {
    const { agent, id } = await reported('6 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    await approve(id);
    const check = { due: _id, on: '2026-02-03', method: 'Check 9' };
    const refused = await pay([check]);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `“Lost sign” of ${agent.name} is kept from the closing at 6 Due St: note the payment as a credit, or withdraw that approval first`,
    ]);
    const credited = await pay([{ ...check, credit: true }]);
    expect([credited.status, credited.body[0].state]).toEqual([200, 'kept']);
    expect((await pay([{ ...check, credit: true }])).status).toBe(200);
    expect((await pay([{ ...check, method: 'Cash', credit: true }])).status).toBe(409);
    const open = (await list(`member=${agent.id}&state=open`)).body;
    expect(open).toMatchObject([
      {
        label: 'Credit: Lost sign',
        amount: -60_00,
        reason: 'Paid on Feb 3, 2026 (Check 9), and kept from the closing at 6 Due St',
        state: 'open',
      },
    ]);
    const next = await reported('7 Due St', agent);
    const before = await seen(next.id);
    const decided = (await decide(next.id, { carried: [open[0]._id] })).body;
    expect(decided.statement.agentKeeps - before.statement.agentKeeps).toBe(60_00);
    expect((await approve(next.id)).status).toBe(200);
  });

  it('counts a check once: as the credit, or once that is void as the payment', async () => {
    const { agent, id } = await reported('13 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    await approve(id);
    const check = { due: _id, on: '2026-02-03', method: 'Check 9', credit: true };
    await pay([check]);
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'A wrong price' });
    const refused = await pay([check]);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `This payment of “Lost sign” of ${agent.name} is noted already as “Credit: Lost sign”: void the credit first`,
    ]);
    const [credit] = (await list(`member=${agent.id}`)).body.filter(({ amount }: Due) => amount < 0);
    await act(credit._id, 'void');
    expect((await pay([check])).body[0].state).toBe('paid');
  });

  it('has a new credit of a check that is noted again, once the first credit is void', async () => {
    const { agent, id } = await reported('15 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    await approve(id);
    const check = { due: _id, on: '2026-02-03', method: 'Check 9', credit: true };
    const credits = async () =>
      (await list(`member=${agent.id}`)).body.filter(({ amount }: Due) => amount < 0);
    await pay([check]);
    const [first] = await credits();
    await act(first._id, 'void');
    expect((await pay([check])).status).toBe(200);
    expect((await pay([check])).status).toBe(200);
    expect((await credits()).map(({ state }: Due) => state).toSorted()).toEqual(['open', 'void']);
    const other = await pay([{ ...check, method: 'Check 10' }]);
    expect([other.status, other.body.msg]).toEqual([
      409,
      `“Lost sign” of ${agent.name} has a credit already. Paid on Feb 3, 2026 (Check 9), and kept from the closing at 15 Due St`,
    ]);
    const back = await act(first._id, 'take-back');
    expect([back.status, back.body.msg]).toEqual([409, 'The payment of this credit is noted already']);
    const [open] = (await credits()).filter(({ state }: Due) => state === 'open');
    await act(open._id, 'void');
    expect((await pay([{ ...check, method: 'Check 10' }])).status).toBe(200);
  });

  it('has a credit for each check that comes while it is kept, also once it is kept again', async () => {
    const { agent, id } = await reported('16 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    await approve(id);
    const check = { due: _id, on: '2026-02-03', method: 'Check 9', credit: true };
    await pay([check]);
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'A wrong price' });
    await decide(id, { carried: [_id] });
    await approve(id);
    expect((await pay([check])).status).toBe(200);
    expect((await pay([{ ...check, method: 'Check 10' }])).status).toBe(200);
    expect((await pay([{ ...check, method: 'Check 11' }])).status).toBe(409);
    const credits = (await list(`member=${agent.id}&state=open`)).body;
    expect(credits.map(({ amount, reason }: Due) => [amount, reason.slice(0, 31)])).toEqual([
      [-60_00, 'Paid on Feb 3, 2026 (Check 9), '],
      [-60_00, 'Paid on Feb 3, 2026 (Check 10),'],
    ]);
  });

  it('says what frees a due, once the closing that keeps it is paid', async () => {
    const { agent, id } = await reported('17 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, id, step);
    const refused = await pay([{ due: _id, on: '2026-02-03', method: 'Check 9' }]);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `“Lost sign” of ${agent.name} is kept from the closing at 17 Due St: note the payment as a credit, or free it by a correction of that closing first`,
    ]);
  });

  if (engine === 'postgres')
    it('has one credit, when two note a check at once', async () => {
      const second = await secondServer(server);
      try {
        const { agent, id } = await reported('18 Due St');
        const { _id } = await add(agent);
        await decide(id, { carried: [_id] });
        await approve(id);
        const check = (method: string) => [{ due: _id, on: '2026-02-03', method, credit: true }];
        const answers = await Promise.all([pay(check('Check 1')), pay(check('Check 2'), other, second)]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        expect((await list(`member=${agent.id}&state=open`)).body).toHaveLength(1);
      } finally {
        await second.stop();
      }
    });

  it('that is paid frees a due by a correction, once', async () => {
    const { agent, id } = await reported('19 Due St');
    const [mine, kept] = [await add(agent), await add(agent, { label: 'Another sign' })];
    await decide(id, { carried: [mine._id, kept._id] });
    const correct = async (dues: string[], given: object = {}, by = office) => {
      const body = { version: (await seen(id)).version, on: today(), reason: 'Waived by the broker', dues };
      return server.call(`POST /api/closings/${id}/corrections`, {
        token: by.token,
        body: { ...body, ...given },
      });
    };
    await approve(id);
    expect((await correct([mine._id])).body.msg).toBe(
      'Only a paid closing can be corrected: change this one instead',
    );
    for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, id, step);
    const elsewhere = await add(agent, { label: 'Third sign' });
    expect([
      (await correct([elsewhere._id])).body.errors,
      (await correct([unknown])).body.msg,
      (await correct([mine._id, mine._id])).body.msg,
      (await correct(['x'])).body.msg,
      (await correct([])).body.msg,
      (await correct([mine._id], {}, agent)).status,
      (await correct([mine._id], { version: 1 })).status,
    ]).toEqual([
      [expect.objectContaining({ msg: `This closing does not deduct “Third sign” of ${agent.name}` })],
      'Due not found',
      'List each due once',
      'Due not found',
      'A correction changes an amount',
      403,
      412,
    ]);
    expect((await list(`closing=${id}`)).body.map(({ _id }: Due) => _id)).toEqual([mine._id, kept._id]);
    const corrected = await correct([mine._id]);
    expect([corrected.status, corrected.body.corrections]).toMatchObject([200, [{ kept: 60_00, fees: 0 }]]);
    expect(corrected.body.events.find(({ kind }: { kind: string }) => kind === 'corrected').text).toBe(
      'kept $60, frees “Lost sign”: Waived by the broker',
    );
    const [open] = (await list(`due=${mine._id}`)).body;
    expect([open.state, open.closing, open.settled, open.history.at(-1).text]).toEqual([
      'open',
      null,
      null,
      'open again: a correction of the closing at 19 Due St frees it. Waived by the broker',
    ]);
    expect((await list(`closing=${id}`)).body.map(({ _id }: Due) => _id)).toEqual([kept._id]);
    expect((await correct([mine._id])).status).toBe(400);
    const { total } = await made(server, agent, `GET /api/my-closing-years/${today().slice(0, 4)}`);
    expect([total.deductions, total.gross - total.fees - total.deductions - total.kept]).toEqual([60_00, 0]);
    expect((await act(mine._id, 'void')).status).toBe(200);
  });

  if (engine === 'postgres')
    it('frees a due by one of two corrections that come at once', async () => {
      const second = await secondServer(server);
      try {
        const { agent, id } = await reported('20 Due St');
        const { _id } = await add(agent);
        await decide(id, { carried: [_id] });
        for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
          await takeStep(server, office, id, step);
        const { version } = await seen(id);
        const body = { version, on: today(), reason: 'Waived', dues: [_id] };
        const answers = await Promise.all(
          [server, second].map((to) =>
            to.call(`POST /api/closings/${id}/corrections`, { token: office.token, body }),
          ),
        );
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
        expect((await seen(id)).corrections).toHaveLength(1);
      } finally {
        await second.stop();
      }
    });

  it('has a credit, and another check as the payment', async () => {
    const { agent, id } = await reported('14 Due St');
    const { _id } = await add(agent);
    await decide(id, { carried: [_id] });
    await approve(id);
    const check = { due: _id, on: '2026-02-03', method: 'Check 9', credit: true };
    await pay([check]);
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'A wrong price' });
    expect((await pay([{ ...check, method: 'Check 10' }])).body[0].state).toBe('paid');
  });

  it('is unpaid while a closing keeps a due that is not paid yet', async () => {
    const { agent, id } = await reported('12 Due St');
    const { _id } = await add(agent);
    const open = await add(agent, { label: 'Another sign' });
    await decide(id, { carried: [_id] });
    await approve(id);
    const unpaid = async () =>
      (await list(`member=${agent.id}&state=unpaid`)).body.map((each: Due) => [each._id, each.state]);
    expect(await unpaid()).toEqual([
      [_id, 'kept'],
      [open._id, 'open'],
    ]);
    for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, id, step);
    expect(await unpaid()).toEqual([[open._id, 'open']]);
  });

  it('leaves what stays due of one that fell through as a due', async () => {
    const { agent, id } = await reported('8 Due St');
    const charges = [{ label: 'Processing', amount: 95_00, reason: 'Bank approval work' }];
    await made(server, office, `POST /api/closings/${id}/fell-through`, { reason: 'No loan', charges });
    expect((await own(agent))[0]).toMatchObject({
      label: 'Processing',
      amount: 95_00,
      from: { _id: id, property: '8 Due St' },
      state: 'open',
    });
    const next = await reported('9 Due St', agent);
    expect((await seen(next.id)).charges[0]).toMatchObject({
      from: '8 Due St',
      deduction: { kind: 'carried', reason: 'Processing: Bank approval work' },
    });
  });

  if (engine === 'postgres')
    it('keeps a due once, when two are approved at once', async () => {
      const second = await secondServer(server);
      try {
        const one = await reported('10 Due St');
        const two = await reported('11 Due St', one.agent);
        const { _id } = await add(one.agent);
        for (const { id } of [one, two]) await decide(id, { carried: [_id] });
        const bodies = [await approval(server, office, one.id), await approval(server, office, two.id)];
        const answers = await Promise.all([
          server.call(`POST /api/closings/${one.id}/approve`, { token: office.token, body: bodies[0] }),
          second.call(`POST /api/closings/${two.id}/approve`, { token: office.token, body: bodies[1] }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
        expect((await list(`member=${one.agent.id}&state=kept`)).body).toHaveLength(1);
      } finally {
        await second.stop();
      }
    });
});
