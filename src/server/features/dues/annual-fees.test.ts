import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { approval, approver, closingBody, letWork, made, takeStep } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, addMonths, formatDay, today } from '../../../shared/dates.ts';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { newId } from '../../platform/db/ids.ts';
import { type AgreementRow, agreementColumns } from '../../tables/agreements.ts';
import { eraseOldClosings } from '../closings/erase-old-closings.ts';
import { chargeAndTell } from './tell-of-dues.ts';

/** docs/product.md P30: annual fees are charged, told of and settled, and the tick of the file says the same. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
  await setSince('2020-01-01');
});
afterAll(() => server.stop());

/** From then on members are told of what they are charged. */
const setSince = (since: string) =>
  server.db
    .updateTable('closing_settings')
    .set({ dues: JSON.stringify({ since }) })
    .execute();
const run = () => chargeAndTell(server.parts);
const note = (member: Person, body: object) =>
  made(server, office, `POST /api/compliance/members/${member.id}/entries`, body);
const tick = (member: Person, ticked: boolean, day = today()) =>
  made(server, office, `POST /api/joining/members/${member.id}/checks`, {
    kind: 'annual-fee',
    ticked,
    day,
    note: '',
  });
const ticked = async (member: Person) =>
  (await made(server, office, `GET /api/joining/members/${member.id}/checks`))['annual-fee'];
const dues = async (member: Person): Promise<Due[]> =>
  made(server, office, `GET /api/dues?member=${member.id}`);
const states = async (member: Person) => (await dues(member)).map(({ charged, state }) => [charged, state]);
const pay = (due: string, on = today()) =>
  made(server, office, 'POST /api/dues/paid', { payments: [{ due, on, method: 'Check 4' }] });

async function joined(on: string): Promise<Person> {
  const member = await person(server);
  await note(member, { kind: 'joined', on });
  return member;
}

const report = async (member: Person, property: string): Promise<string> =>
  (await made(server, member, 'POST /api/my-closings', closingBody({ property, fileNumber: property })))._id;
const wayToPaid = ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const;

it('is charged once on joining, and tells the member once a week', async () => {
  const member = await joined(today());
  await run();
  await run();
  expect(await dues(member)).toMatchObject([
    {
      label: `Annual fee ${today().slice(0, 4)}`,
      reason: `For the year from ${formatDay(today())}`,
      amount: 100_00,
      annual: true,
      charged: today(),
      due: addDays(today(), 14),
      state: 'open',
      history: [{ by: 'Server', text: 'charged' }],
    },
  ]);
  const mails = () => textsTo(server, member.email);
  const words = `$100, due by ${formatDay(addDays(today(), 14))}`;
  expect((await mails()).filter((text) => text.includes(words))).toHaveLength(1);
  const [notice] = await made(server, member, 'GET /api/notifications');
  expect([notice.kind, notice.excerpt]).toEqual(['due', `Your dues: ${words}.`]);
  const move = (to: string) =>
    server.db.updateTable('dues').set({ tell_on: to }).where('user_id', '=', member.id).execute();
  const { tell_on } = await server.db
    .selectFrom('dues')
    .select('tell_on')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(tell_on).toBe(addDays(today(), 14));
  await move(today());
  await Promise.all([run(), run()]);
  expect((await mails()).filter((text) => text.includes(words))).toHaveLength(2);
});

it('is shown on the desk of compliance and to its member until it is paid', async () => {
  const member = await joined(today());
  await run();
  const found = async () => {
    const { findings } = await made(server, member, 'GET /api/education');
    return findings.filter(({ kind }: { kind: string }) => kind === 'annual-fee');
  };
  expect(await found()).toMatchObject([{ due: addDays(today(), 14), state: 'coming' }]);
  const [{ _id } = { _id: '' }] = await dues(member);
  await pay(_id);
  expect(await found()).toEqual([]);
  expect(await ticked(member)).toEqual({ day: today(), note: 'By the dues', by: office.name });
});

it('says the same as the tick of the file, whichever changes', async () => {
  const member = await joined(today());
  await run();
  const [{ _id } = { _id: '' }] = await dues(member);
  await tick(member, true, '2026-01-05');
  const [paid] = await dues(member);
  expect(paid).toMatchObject({
    state: 'paid',
    settled: { on: '2026-01-05', method: 'Ticked in the file', by: office.name },
  });
  await made(server, office, `POST /api/dues/${_id}/take-back`, { reason: 'It bounced' });
  expect(await ticked(member)).toBeNull();
  await pay(_id);
  await tick(member, false);
  const [open] = await dues(member);
  expect([open?.state, open?.history.map(({ text }) => text.split(':')[0])]).toEqual([
    'open',
    [
      'charged',
      expect.stringMatching(/^paid on/),
      'open again, was paid',
      expect.stringMatching(/^paid on/),
      'open again',
    ],
  ]);
});

it('stays for its years from the day of the tick that pays it', async () => {
  const member = await joined(today());
  await run();
  const old = addMonths(today(), -40);
  await server.db
    .updateTable('dues')
    .set({ annual_on: old, charged_on: old, due_on: old, keep_from: old })
    .where('user_id', '=', member.id)
    .execute();
  await tick(member, true, old);
  await eraseOldClosings(server.parts);
  expect(await states(member)).toEqual([[old, 'paid']]);
});

it('reads a tick of before as the payment of the year, and charges the next one', async () => {
  const first = addMonths(today(), -12);
  const member = await joined(first);
  await tick(member, true, first);
  await setSince('2999-01-01');
  await run();
  // The year of today is charged once: what was ticked before dues were charged counts for it.
  expect(await states(member)).toEqual([[today(), 'paid']]);
  const [paid] = await dues(member);
  expect(paid?.settled).toEqual({
    on: first,
    method: 'Ticked in the file',
    reason: '',
    by: office.name,
  });
  await setSince('2020-01-01');
  await server.db
    .updateTable('dues')
    .set({ annual_on: first, charged_on: first, due_on: first })
    .where('user_id', '=', member.id)
    .execute();
  await run();
  expect(await states(member)).toEqual([
    [first, 'paid'],
    [today(), 'open'],
  ]);
  expect(await ticked(member)).toBeNull();
});

it('tells no one of a fee from before fees were charged', async () => {
  await setSince('2999-01-01');
  const member = await joined(addDays(today(), -40));
  await run();
  await setSince('2020-01-01');
  await run();
  expect((await dues(member))[0]?.state).toBe('overdue');
  expect(await textsTo(server, member.email)).toEqual([]);
});

it('is charged again of who has left and come back, and of no one who is away', async () => {
  const member = await joined(addDays(today(), -60));
  await run();
  const [{ _id } = { _id: '' }] = await dues(member);
  await pay(_id);
  await note(member, { kind: 'left', on: addDays(today(), -30), forCause: false });
  await run();
  expect(await states(member)).toHaveLength(1);
  await note(member, { kind: 'joined', on: addDays(today(), -1) });
  await run();
  expect(await states(member)).toEqual([
    [addDays(today(), -60), 'paid'],
    [addDays(today(), -1), 'open'],
  ]);
});

it('is not paid by the tick of an earlier stay', async () => {
  const back = addDays(today(), -5);
  const member = await joined('2022-03-01');
  await tick(member, true, '2022-03-05');
  await note(member, { kind: 'left', on: '2024-06-01', forCause: false });
  await note(member, { kind: 'joined', on: back });
  await run();
  expect([await states(member), await ticked(member)]).toEqual([[[back, 'open']], null]);
  const [{ _id } = { _id: '' }] = await dues(member);
  await pay(_id);
  expect(await ticked(member)).toMatchObject({ day: today(), note: 'By the dues' });
});

it('is not charged twice when the office corrects the day of joining', async () => {
  const member = await joined(addDays(today(), -20));
  await run();
  await note(member, { kind: 'joined', on: addDays(today(), -10) });
  await run();
  expect(await states(member)).toHaveLength(1);
});

it('is not charged of those who have no day of joining', async () => {
  const member = await person(server);
  await run();
  expect(await dues(member)).toEqual([]);
});

it('is kept by the closing that deducts it, and then by no other', async () => {
  const agent = await joined(addDays(today(), -3));
  await letWork(server, agent.id);
  await run();
  const [first, second] = [await report(agent, '1 Fee St'), await report(agent, '2 Fee St')];
  const deductions = [{ kind: 'annual', amount: 100_00, reason: 'Unpaid since it was due' }];
  for (const id of [first, second])
    await made(server, office, `PUT /api/closings/${id}/decisions`, { deductions });
  const [{ _id } = { _id: '' }] = await dues(agent);
  const twice = await server.call(`PUT /api/closings/${second}/decisions`, {
    token: office.token,
    body: { deductions, carried: [_id] },
  });
  expect([twice.status, twice.body.msg]).toEqual([
    400,
    'The annual fee is deducted twice: as a due, and on its own',
  ]);
  await takeStep(server, office, first, 'approved');
  expect((await dues(agent))[0]).toMatchObject({ state: 'kept', closing: { _id: first } });
  const taken = 'The annual fee is already deducted from another closing: 1 Fee St';
  const refused = await server.call(`POST /api/closings/${second}/approve`, {
    token: office.token,
    body: await approval(server, office, second),
  });
  expect([refused.status, refused.body.msg]).toEqual([400, taken]);
  for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, first, step);
  expect(await ticked(agent)).toMatchObject({ day: today(), by: office.name });
  expect((await made(server, office, `GET /api/closings/${first}`)).obstacles).toEqual([]);
});

it('is kept as a due by one closing, and then deducted by no other', async () => {
  const agent = await joined(addDays(today(), -3));
  await letWork(server, agent.id);
  await run();
  const [{ _id } = { _id: '' }] = await dues(agent);
  const [first, second] = [await report(agent, '3 Fee St'), await report(agent, '4 Fee St')];
  await made(server, office, `PUT /api/closings/${first}/decisions`, { carried: [_id] });
  const approved = await takeStep(server, office, first, 'approved');
  const line = approved.statement.lines.find(({ id }: { id: string }) => id === 'deduction');
  expect([line.label, line.amount]).toEqual(['Annual fee', -100_00]);
  const seen = await made(server, office, `GET /api/closings/${second}`);
  expect([seen.annualFeeTaken, seen.charges]).toEqual(['3 Fee St', []]);
});

it('is not ticked while a closing that is not paid deducts it', async () => {
  const agent = await joined(today());
  await letWork(server, agent.id);
  await run();
  const [fee] = await dues(agent);
  const id = await report(agent, '15 Fee St');
  await made(server, office, `PUT /api/closings/${id}/decisions`, { carried: [fee?._id] });
  await takeStep(server, office, id, 'approved');
  const refused = await server.call(`POST /api/joining/members/${agent.id}/checks`, {
    token: office.token,
    body: { kind: 'annual-fee', ticked: true, day: today(), note: 'Check 7' },
  });
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'A closing deducts this fee. Note the payment under Dues.',
  ]);
  expect([await ticked(agent), await states(agent)]).toEqual([null, [[today(), 'kept']]]);
});

it('is not ticked while a payment of it waits as a credit', async () => {
  const agent = await joined(today());
  await letWork(server, agent.id);
  await run();
  const [fee] = await dues(agent);
  const id = await report(agent, '16 Fee St');
  await made(server, office, `PUT /api/closings/${id}/decisions`, { carried: [fee?._id] });
  await takeStep(server, office, id, 'approved');
  const check = { due: fee?._id, on: today(), method: 'Check 8', credit: true };
  await made(server, office, 'POST /api/dues/paid', { payments: [check] });
  await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'Another fee' });
  const refused = await server.call(`POST /api/joining/members/${agent.id}/checks`, {
    token: office.token,
    body: { kind: 'annual-fee', ticked: true, day: today(), note: 'Check 8' },
  });
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'A payment of this fee is noted as a credit. Go on under Dues.',
  ]);
});

it('is told of together with the credit that covers it', async () => {
  const member = await joined(today());
  await letWork(server, member.id);
  await run();
  const [fee] = await dues(member);
  const id = await report(member, '16 Fee St');
  await made(server, office, `PUT /api/closings/${id}/decisions`, { carried: [fee?._id] });
  await takeStep(server, office, id, 'approved');
  const check = { due: fee?._id, on: today(), method: 'Check 4', credit: true };
  await made(server, office, 'POST /api/dues/paid', { payments: [check] });
  await run();
  const told = async () =>
    (await textsTo(server, member.email)).filter((text) => text.includes(`Your dues at`));
  expect((await told()).at(-1)).toContain('$100 in your favor');
  await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'A wrong price' });
  await server.db
    .updateTable('dues')
    .set({ tell_on: today() })
    .where('user_id', '=', member.id)
    .where('amount', '>', 0)
    .execute();
  const before = (await told()).length;
  await run();
  // Nothing is to be paid, and nothing is new.
  expect(await told()).toHaveLength(before);
  await made(server, office, 'POST /api/dues', {
    member: member.id,
    label: 'Lost sign',
    amount: 60_00,
    reason: 'It was left at the house',
  });
  await run();
  expect((await told()).at(-1)).toContain(`Your dues at ${server.parts.config.brokerage.name}: $60, due by`);
});

describe('The amount', () => {
  let recruiter: Person;
  beforeAll(async () => {
    recruiter = await broker(server);
  });

  interface Signed {
    cents: number;
    from: string;
    ended?: string;
  }

  /** A member who joined on a day, with agreements that have an annual fee of their own, the first one first. */
  async function agreed(on: string, ...all: Signed[]): Promise<Person> {
    const member = await person(server);
    await joinedLead(server, recruiter.token, { email: member.email });
    await note(member, { kind: 'joined', on });
    const first = await server.db
      .updateTable('agreements')
      .set({ state: 'replaced' })
      .where('user_id', '=', member.id)
      .returning(agreementColumns)
      .executeTakeFirstOrThrow();
    await server.db.deleteFrom('agreements').where('id', '=', first.id).execute();
    for (const each of all) await sign(first, each);
    return member;
  }

  async function sign(first: AgreementRow, { cents, from, ended }: Signed) {
    const lines = [{ line: 'annual', label: 'Annual fee', before: 100_00, amount: cents }];
    const basis = JSON.parse(first.basis);
    await server.db
      .insertInto('agreements')
      .values({
        ...first,
        id: newId(),
        basis: JSON.stringify({ ...basis, terms: { date: from, lines, mentor: '', paragraph: '' } }),
        countersigned_at: `${from}T20:00:00.000Z`,
        state: ended === undefined ? 'in-force' : 'replaced',
        ended_on: ended ?? null,
      })
      .execute();
  }
  const amounts = async (member: Person) => (await dues(member)).map(({ amount, state }) => [amount, state]);

  it('is that of the individual terms', async () => {
    const member = await agreed(today(), { cents: 75_00, from: today() });
    await run();
    expect(await amounts(member)).toEqual([[75_00, 'open']]);
  });

  it('is that of the terms on the day of the fee, when it is charged later', async () => {
    const day = addDays(today(), -30);
    const joinedOn = addMonths(day, -24);
    const member = await agreed(
      joinedOn,
      { cents: 50_00, from: joinedOn, ended: addDays(day, 10) },
      { cents: 90_00, from: addDays(day, 10) },
    );
    await run();
    expect(await amounts(member)).toEqual([[50_00, 'overdue']]);
  });

  it('is that of the first terms, when they are signed after the day of joining', async () => {
    const member = await agreed(
      addDays(today(), -9),
      { cents: 80_00, from: addDays(today(), -5), ended: addDays(today(), -2) },
      { cents: 85_00, from: addDays(today(), -2) },
    );
    await run();
    expect(await amounts(member)).toEqual([[80_00, 'open']]);
  });

  it('is not changed by later terms', async () => {
    const member = await agreed(today(), { cents: 75_00, from: today() });
    await run();
    await server.db
      .updateTable('agreements')
      .set({ state: 'replaced', ended_on: today() })
      .where('user_id', '=', member.id)
      .execute();
    const first = await server.db
      .selectFrom('agreements')
      .select(agreementColumns)
      .where('user_id', '=', member.id)
      .executeTakeFirstOrThrow();
    await sign(first, { cents: 20_00, from: today() });
    await run();
    expect(await amounts(member)).toEqual([[75_00, 'open']]);
  });

  it('of nothing is waived, and no one is told of it', async () => {
    const member = await agreed(today(), { cents: 0, from: today() });
    await run();
    expect(await dues(member)).toMatchObject([
      { amount: 0, state: 'waived', settled: { reason: 'No annual fee by the agreement' } },
    ]);
    const mails = await textsTo(server, member.email);
    expect(mails.filter((text) => text.includes('Your dues'))).toEqual([]);
  });
});

describe('The day', () => {
  const year = Number(today().slice(0, 4));
  const leapDay = '2024-02-29';
  const lastOfFeb = (of: number) => addDays(`${of}-03-01`, -1);
  const feb = lastOfFeb(today() < lastOfFeb(year) ? year - 1 : year);
  const decThisYear = today() === `${year}-12-31`;

  it.each([
    ['anniversary', leapDay, feb],
    ['january', leapDay, `${year}-01-01`],
    ['once', leapDay, leapDay],
    ['anniversary', '2023-12-31', decThisYear ? today() : `${year - 1}-12-31`],
    ['january', '2023-12-31', `${year}-01-01`],
    ['once', '2023-12-31', '2023-12-31'],
  ])('by the rule %s of who joined on %s is %s', async (rule, on, day) => {
    const settings = { rule, days: 14, howToPay: '' };
    await made(server, office, 'PUT /api/dues/settings', settings);
    onTestFinished(async () => {
      await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'anniversary' });
    });
    const member = await joined(on);
    await run();
    await run();
    expect((await dues(member)).map(({ charged }) => charged)).toEqual([day]);
  });

  it('January 1 is covered by the fee of who joined the day before', async () => {
    const joinedOn = `${year - 1}-12-31`;
    const member = await joined(joinedOn);
    const settings = { days: 14, howToPay: '' };
    await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'once' });
    await run();
    await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'january' });
    await run();
    await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'anniversary' });
    expect((await dues(member)).map(({ charged }) => charged)).toEqual([joinedOn]);
  });
});

describe('Of two years', () => {
  const lastYear = addMonths(today(), -12);

  /** Owes this year's fee, and that of last year. */
  async function owesTwo(): Promise<Person> {
    const member = await joined(lastYear);
    await run();
    await server.db
      .updateTable('dues')
      .set({ annual_on: lastYear, charged_on: lastYear, due_on: lastYear })
      .where('user_id', '=', member.id)
      .execute();
    await run();
    return member;
  }

  it('a tick pays the older one, and stands once both are paid', async () => {
    const member = await owesTwo();
    await tick(member, true);
    expect([await states(member), await ticked(member)]).toEqual([
      [
        [lastYear, 'paid'],
        [today(), 'open'],
      ],
      null,
    ]);
    await tick(member, true);
    expect([(await states(member)).map(([, state]) => state), await ticked(member)]).toEqual([
      ['paid', 'paid'],
      { day: today(), note: '', by: office.name },
    ]);
  });

  it('the newer one is open again once its tick is taken back, also if a paid closing kept it', async () => {
    const member = await owesTwo();
    await letWork(server, member.id);
    const [older, newer] = await dues(member);
    await pay(older?._id ?? '');
    const id = await report(member, '5 Fee St');
    await made(server, office, `PUT /api/closings/${id}/decisions`, { carried: [newer?._id] });
    for (const step of wayToPaid) await takeStep(server, office, id, step);
    expect(await ticked(member)).toMatchObject({ note: 'By the dues' });
    await tick(member, false);
    expect(await states(member)).toEqual([
      [lastYear, 'paid'],
      [today(), 'open'],
    ]);
  });
});

it('is deducted again once the tick of a paid closing is taken back, and not before it is paid', async () => {
  const member = await joined(today());
  await letWork(server, member.id);
  await run();
  const deductions = [{ kind: 'annual', amount: 100_00, reason: 'Unpaid since it was due' }];
  const first = await report(member, '6 Fee St');
  await made(server, office, `PUT /api/closings/${first}/decisions`, { deductions });
  await takeStep(server, office, first, 'approved');
  await tick(member, false);
  expect(await states(member)).toEqual([[today(), 'kept']]);
  for (const step of wayToPaid.slice(1)) await takeStep(server, office, first, step);
  await tick(member, false);
  await run();
  expect(await states(member)).toEqual([[today(), 'open']]);
  const second = await report(member, '7 Fee St');
  await made(server, office, `PUT /api/closings/${second}/decisions`, { deductions });
  await takeStep(server, office, second, 'approved');
  expect((await dues(member))[0]).toMatchObject({ state: 'kept', closing: { _id: second } });
});

describe('The fee that a paid closing deducted', () => {
  const deductions = [{ kind: 'annual', amount: 100_00, reason: 'Unpaid since it was due' }];
  const received = async () =>
    (await made(server, office, `GET /api/bookkeeping/income?from=${today()}&to=${today()}`)).total.kinds
      .annual;
  /** The closing that deducts it, after these steps. */
  async function deducting(member: Person, property: string, steps: readonly (typeof wayToPaid)[number][]) {
    const id = await report(member, property);
    await made(server, office, `PUT /api/closings/${id}/decisions`, { deductions });
    for (const step of steps) await takeStep(server, office, id, step);
    return id;
  }
  async function deducted(property: string) {
    const member = await joined(today());
    await letWork(server, member.id);
    await run();
    await deducting(member, property, wayToPaid);
    const [due] = await dues(member);
    return { member, due, income: await received() };
  }

  it('counts once when its tick is taken back and set again', async () => {
    const { member, due, income } = await deducted('8 Fee St');
    await tick(member, false);
    await tick(member, true);
    const [again] = await dues(member);
    expect([await received(), { ...again, history: [] }]).toEqual([income, { ...due, history: [] }]);
    expect(again?.history.at(-1)?.text).toBe('deducted from the closing at 8 Fee St, as before');
    expect(await ticked(member)).toMatchObject({ day: today(), by: office.name });
  });

  it('counts once, too, when another closing deducted it in between, or it was waived', async () => {
    const [kept, waived] = [await deducted('9 Fee St'), await deducted('10 Fee St')];
    for (const { member } of [kept, waived]) await tick(member, false);
    const second = await deducting(kept.member, '11 Fee St', ['approved']);
    await made(server, office, `POST /api/closings/${second}/withdraw`, { reason: 'Deducted before' });
    await made(server, office, `POST /api/dues/${waived.due?._id}/waive`, { reason: 'A slip' });
    await made(server, office, `POST /api/dues/${waived.due?._id}/take-back`, { reason: 'A slip' });
    for (const { member } of [kept, waived]) {
      await tick(member, true);
      expect((await dues(member)).map(({ state }) => state)).toEqual(['kept']);
    }
    expect(await received()).toBe(waived.income);
  });

  it('counts once when it was ticked as well, before the fee was charged', async () => {
    const member = await person(server);
    await letWork(server, member.id);
    await deducting(member, '12 Fee St', wayToPaid);
    const income = await received();
    await tick(member, true);
    await note(member, { kind: 'joined', on: addDays(today(), -5), already: true });
    await run();
    expect([await received(), (await dues(member)).map(({ state }) => state)]).toEqual([income, ['kept']]);
  });
});

it('opens again with a withdrawn approval, and so does the tick that a newer fee has set', async () => {
  const member = await joined(today());
  await letWork(server, member.id);
  await run();
  const before = addMonths(today(), -12);
  await server.db
    .updateTable('dues')
    .set({ annual_on: before, charged_on: before })
    .where('user_id', '=', member.id)
    .execute();
  await run();
  const [older, newer] = (await dues(member)).toSorted((a, b) => (a.charged < b.charged ? -1 : 1));
  const id = await report(member, '14 Fee St');
  await made(server, office, `PUT /api/closings/${id}/decisions`, { carried: [older?._id] });
  await takeStep(server, office, id, 'approved');
  await pay(newer?._id ?? '');
  await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'Another price' });
  expect([(await states(member)).map(([, state]) => state).toSorted(), await ticked(member)]).toEqual([
    ['open', 'paid'],
    null,
  ]);
});

it.each(['once', 'january'])('another rule (%s) charges none of before the last one', async (rule) => {
  const settings = { days: 14, howToPay: '' };
  const joinedOn = addMonths(addDays(`${today().slice(0, 4)}-01-01`, 100), -24);
  const [payer, owing] = [await joined(joinedOn), await joined(joinedOn)];
  await run();
  const [fee] = await dues(payer);
  await pay(fee?._id ?? '');
  await made(server, office, 'PUT /api/dues/settings', { ...settings, rule });
  await run();
  await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'anniversary' });
  expect([await states(payer), (await states(owing)).map(([charged]) => charged)]).toEqual([
    [[fee?.charged, 'paid']],
    [fee?.charged],
  ]);
});

it.each([230, 500])('a day of joining that is corrected by %i days charges no second one', async (days) => {
  const member = await joined(today());
  await run();
  const [fee] = await dues(member);
  await pay(fee?._id ?? '');
  await note(member, { kind: 'joined', on: addDays(today(), -days) });
  await run();
  expect(await states(member)).toEqual([[today(), 'paid']]);
});

it('of an account stays until there is a newer one: it would be charged again', async () => {
  const old = addMonths(today(), -40);
  const settings = { days: 14, howToPay: '' };
  await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'once' });
  const member = await joined(old);
  await run();
  const [fee] = await dues(member);
  await made(server, office, `POST /api/dues/${fee?._id}/waive`, { reason: 'Agreed' });
  await server.db.updateTable('dues').set({ keep_from: old }).where('user_id', '=', member.id).execute();
  await eraseOldClosings(server.parts);
  await run();
  expect(await states(member)).toEqual([[old, 'waived']]);
  await made(server, office, 'PUT /api/dues/settings', { ...settings, rule: 'anniversary' });
  await run();
  await eraseOldClosings(server.parts);
  expect((await states(member)).map(([charged]) => charged)).not.toContain(old);
});

it('is deducted again once a correction of a paid closing frees it', async () => {
  const member = await joined(today());
  await letWork(server, member.id);
  await run();
  const deductions = [{ kind: 'annual', amount: 100_00, reason: 'Unpaid since it was due' }];
  const first = await report(member, '17 Fee St');
  await made(server, office, `PUT /api/closings/${first}/decisions`, { deductions });
  for (const step of wayToPaid) await takeStep(server, office, first, step);
  const [fee] = await dues(member);
  await made(server, office, `POST /api/closings/${first}/corrections`, {
    version: (await made(server, office, `GET /api/closings/${first}`)).version,
    on: today(),
    reason: 'It was deducted too early',
    dues: [fee?._id],
  });
  await run();
  expect([await states(member), await ticked(member)]).toEqual([[[today(), 'open']], null]);
  const second = await report(member, '18 Fee St');
  await made(server, office, `PUT /api/closings/${second}/decisions`, { deductions });
  await takeStep(server, office, second, 'approved');
  expect((await dues(member))[0]).toMatchObject({ state: 'kept', closing: { _id: second } });
});

describe('The deduction of its own in a closing', () => {
  const line = (amount: number) => ({ kind: 'annual', amount, reason: 'Unpaid since it was due' });
  const decide = (id: string, deductions: object[]) =>
    server.call(`PUT /api/closings/${id}/decisions`, { token: office.token, body: { deductions } });
  const approve = async (id: string) =>
    server.call(`POST /api/closings/${id}/approve`, {
      token: office.token,
      body: await approval(server, office, id),
    });
  const worker = async (on?: string): Promise<Person> => {
    const member = on === undefined ? await person(server) : await joined(on);
    await letWork(server, member.id);
    return member;
  };
  const keepers = async (member: Person) =>
    (await dues(member)).map(({ state, closing }) => [state, closing?._id]);

  it('is all of the fee, once', async () => {
    const member = await worker(today());
    await run();
    const id = await report(member, '8 Fee St');
    const less = await decide(id, [line(1_00)]);
    expect([less.status, less.body.msg]).toEqual([
      400,
      'The annual fee that is due is $100: deduct this amount',
    ]);
    const twice = await decide(id, [line(100_00), line(100_00)]);
    expect([twice.status, twice.body.msg]).toEqual([400, 'Deduct the annual fee once']);
    expect((await decide(id, [line(100_00)])).status).toBe(200);
  });

  it('is decided again once the fee is void', async () => {
    const member = await worker(today());
    await run();
    const id = await report(member, '9 Fee St');
    await decide(id, [line(100_00)]);
    const [fee] = await dues(member);
    await made(server, office, `POST /api/dues/${fee?._id}/void`, { reason: 'Charged by mistake' });
    const again = 'Decide again: annual fee deducted $100 (fee due: $100 → none)';
    expect((await made(server, office, `GET /api/closings/${id}`)).obstacles).toEqual([again]);
    const refused = await approve(id);
    expect([refused.status, refused.body.msg]).toEqual([400, again]);
    await decide(id, []);
    expect((await approve(id)).status).toBe(200);
  });

  it('is decided again where another amount is charged before the approval', async () => {
    const member = await worker();
    const id = await report(member, '10 Fee St');
    expect((await decide(id, [line(1_00)])).status).toBe(200);
    await note(member, { kind: 'joined', on: today() });
    await run();
    const refused = await approve(id);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'Decide again: annual fee deducted $1 (fee due: $100)',
    ]);
  });

  it('is the payment of a fee that is charged only afterwards', async () => {
    const member = await worker();
    const id = await report(member, '11 Fee St');
    await decide(id, [line(100_00)]);
    for (const step of wayToPaid) await takeStep(server, office, id, step);
    await note(member, { kind: 'joined', on: today() });
    await run();
    expect(await dues(member)).toMatchObject([
      {
        state: 'kept',
        closing: { _id: id },
        settled: { on: today(), method: 'Check 1042', by: office.name },
        history: [{ text: 'charged; kept from the closing at 11 Fee St' }],
      },
    ]);
    expect(await ticked(member)).toMatchObject({ day: today(), note: 'By the dues' });
    expect(await textsTo(server, member.email)).not.toContainEqual(expect.stringContaining('due by'));
  });

  it('keeps such a fee before it is paid, too, and its withdrawal opens it', async () => {
    const member = await worker();
    const id = await report(member, '12 Fee St');
    await decide(id, [line(100_00)]);
    await takeStep(server, office, id, 'approved');
    await note(member, { kind: 'joined', on: today() });
    await run();
    expect([await keepers(member), await ticked(member)]).toEqual([[['kept', id]], null]);
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'A wrong price' });
    expect(await states(member)).toEqual([[today(), 'open']]);
  });

  it.each([
    ['less than the next fee', 1_00, 0, 'open'],
    ['the fee of the year before', 100_00, 12, 'open'],
    ['the fee of this year', 100_00, 1, 'kept'],
  ])(
    'that was %s (%i cents, %i months before it is charged) leaves a fee %s',
    async (_name, cents, months, state) => {
      const first = addMonths(today(), -12);
      const member = await worker(first);
      await run();
      const [{ _id } = { _id: '' }] = await dues(member);
      const ago = { annual_on: first, charged_on: first, due_on: first };
      await server.db.updateTable('dues').set(ago).where('id', '=', _id).execute();
      await pay(_id, first);
      const id = await report(member, '13 Fee St');
      await decide(id, [line(cents)]);
      await takeStep(server, office, id, 'approved');
      const approved_at = `${addMonths(today(), -months)}T20:00:00.000Z`;
      await server.db.updateTable('closings').set({ approved_at }).where('id', '=', id).execute();
      await run();
      expect(await states(member)).toEqual([
        [first, 'paid'],
        [today(), state],
      ]);
      expect(await ticked(member)).toBeNull();
    },
  );
});
