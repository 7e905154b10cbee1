import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approver, closingBody, letWork, made, takeStep, versionOf } from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { journalAccounts, journalColumns } from '../../../shared/bookkeeping/journal.ts';
import { addDays, today } from '../../../shared/dates.ts';

/** docs/product.md P31.6: journal entries for QuickBooks. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const year = { from: `${today().slice(0, 4)}-01-01`, to: `${today().slice(0, 4)}-12-31` };
const post = (range: object = year, to = server) =>
  to.call('POST /api/bookkeeping/journal', { token: office.token, body: range });
const waiting = async () =>
  (await made(server, office, `GET /api/bookkeeping/journal?from=${year.from}&to=${year.to}`)).waiting;
const file = async (number: number): Promise<string> =>
  String(await made(server, office, `GET /api/bookkeeping/journal/${number}`));

interface Line {
  entry: string;
  account: string;
  debit: number;
  credit: number;
  text: string;
  name: string;
}

/** Reads a file as QuickBooks Online does: by the names of its columns, amounts as numbers. */
function read(csv: string): Line[] {
  const [head = '', ...rows] = csv.trimEnd().split('\r\n');
  const cells = (row: string) => row.slice(1, -1).split('","');
  expect(cells(head)).toEqual([...journalColumns]);
  return rows.map((row) => {
    const [entry = '', date = '', account = '', debits = '', credits = '', text = '', name = ''] = cells(row);
    expect(date).toMatch(/^(0[1-9]|1[0-2])\/([0-2]\d|3[01])\/20\d\d$/);
    expect([debits, credits].filter((amount) => amount === '')).toHaveLength(1);
    expect(debits || credits).toMatch(/^\d+\.\d\d$/);
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    return { entry, account, debit: cents(debits), credit: cents(credits), text, name };
  });
}

function expectBalance(lines: Line[]): void {
  for (const some of Map.groupBy(lines, ({ entry }) => entry).values())
    expect(some.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
}

const exported = async (range: object = year): Promise<Line[]> => {
  const { status, body } = await post(range);
  expect([status, body.msg]).toEqual([200, undefined]);
  const lines = read(await file(body.number));
  expectBalance(lines);
  expect(new Set(lines.map(({ entry }) => entry)).size).toBe(body.entries);
  return lines;
};

const worker = async (): Promise<Person> => {
  const agent = await person(server);
  await letWork(server, agent.id);
  return agent;
};

const reported = async (agent: Person, fileNumber: string): Promise<string> =>
  (await made(server, agent, 'POST /api/my-closings', closingBody({ fileNumber, property: fileNumber })))._id;

async function pay(agent: Person, given: object = {}, decided?: object): Promise<string> {
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody(given));
  if (decided) await made(server, office, `PUT /api/closings/${_id}/decisions`, decided);
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, _id, step);
  return _id;
}

async function payDue(member: Person, label = 'Lost sign'): Promise<string> {
  const due = { member: member.id, label, amount: 60_00, reason: 'At the house' };
  const { _id } = await made(server, office, 'POST /api/dues', due);
  const payments = [{ due: _id, on: today(), method: 'Check 12' }];
  await made(server, office, 'POST /api/dues/paid', { payments });
  return _id;
}

const names = (lines: Line[]) => lines.map(({ account, debit, credit }) => [account, debit - credit]);

it('has one balanced entry for a closing: money, payments, fees by kind and the commission', async () => {
  const [agent, co] = [await worker(), await worker()];
  const referral = { by: 'rate', rate: 25_00, broker: 'Far Realty', license: 'DRE 1', state: 'NV' };
  const lines = [{ label: 'First sale', amount: 75_00, reason: 'As promised' }];
  const given = { referral, credits: 1_000_00, coAgents: [{ user: co.id, rate: 10_00 }], property: '=1 Way' };
  await pay(agent, given, {
    lines,
    basis: 'gross',
    deductions: [{ kind: 'annual', amount: 100_00, reason: 'A year' }],
  });
  const entry = await exported();
  expect(names(entry)).toEqual([
    ['Undeposited Funds', 625_00],
    ['Commissions Paid:Agents', 12_871_25],
    ['Commissions Paid:Co-agents', 1_441_25],
    ['Commissions Paid:Other Brokers', 5_312_50],
    ['Commissions Paid:Credits to Clients', 1_000_00],
    ['Fee Income:Transaction Fees', -475_00],
    ['Fee Income:E&O', -125_00],
    ['Fee Income:Annual Fees', -100_00],
    ['Fee Income:Waived', 75_00],
    ['Commission Income', -20_625_00],
  ]);
  expect(entry[1]).toMatchObject({ name: agent.name, text: 'Closing =1 Way (SE-1042): Paid to agents' });
  expect(entry[2]?.name).toBe(co.name);
});

describe('An entry', () => {
  it('is exported once, and a correction has one of its own', async () => {
    const agent = await worker();
    const id = await pay(agent);
    expect(await waiting()).toBe(1);
    await exported();
    const again = await post();
    expect([again.status, again.body.msg]).toEqual([400, 'Nothing of these days is left to export']);
    await made(server, office, `POST /api/closings/${id}/corrections`, {
      version: await versionOf(server, office, id),
      on: today(),
      reason: 'A fee too much',
      gross: 10_00,
      fees: -50_00,
      kept: 55_00,
    });
    expect(names(await exported())).toEqual([
      ['Undeposited Funds', -50_00],
      ['Commissions Paid:Agents', 55_00],
      ['Ask My Accountant', 5_00],
      ['Fee Income:Corrections', 50_00],
      ['Commission Income', -60_00],
    ]);
    expect(await waiting()).toBe(0);
  });

  it('of a correction takes back a due that it frees', async () => {
    const agent = await worker();
    const due = await made(server, office, 'POST /api/dues', {
      member: agent.id,
      label: 'Lost sign',
      amount: 60_00,
      reason: 'At the house',
    });
    const id = await pay(agent, {}, { carried: [due._id] });
    await exported();
    await made(server, office, `POST /api/closings/${id}/corrections`, {
      version: await versionOf(server, office, id),
      on: today(),
      reason: 'The sign was found',
      dues: [due._id],
    });
    expect(names(await exported())).toEqual([
      ['Undeposited Funds', -60_00],
      ['Commissions Paid:Agents', 60_00],
      ['Fee Income:Other Dues', 60_00],
      ['Commission Income', -60_00],
    ]);
  });

  it('of a due names its member, and is reversed once the payment is taken back', async () => {
    const member = await person(server);
    const due = await payDue(member);
    const [bank, income] = await exported();
    expect(bank).toMatchObject({ account: 'Undeposited Funds', debit: 60_00, name: member.name });
    expect(income).toMatchObject({ account: 'Fee Income:Other Dues', credit: 60_00 });
    await made(server, office, `POST /api/dues/${due}/take-back`, { reason: 'It bounced' });
    expect(await waiting()).toBe(1);
    expect(names(await exported())).toEqual([
      ['Undeposited Funds', -60_00],
      ['Fee Income:Other Dues', 60_00],
    ]);
    expect(await waiting()).toBe(0);
    const payments = [{ due, on: today(), method: 'Check 13' }];
    await made(server, office, 'POST /api/dues/paid', { payments });
    expect(await exported()).toHaveLength(2);
  });

  it('of a due is reversed on the day its payment was taken back, whatever came later', async () => {
    const member = await person(server);
    const given = { member: member.id, label: 'Lost sign', amount: 60_00, reason: 'At the house' };
    const ofDay = (on: string) => exported({ from: on, to: on });
    const at = async <T>(on: string, work: () => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${on}T20:00:00Z`) });
      try {
        return await work();
      } finally {
        vi.useRealTimers();
      }
    };
    const [paid, back] = [addDays(today(), -5), addDays(today(), -3)];
    const act = (call: string, body: object) => made(server, office, call, body);
    const payNow = (due: string, on: string) =>
      act('POST /api/dues/paid', { payments: [{ due, on, method: 'Check 12' }] });
    const takeBack = (due: string) => act(`POST /api/dues/${due}/take-back`, { reason: 'It bounced' });
    const [voided, again] = await at(paid, async () => {
      const both = [await act('POST /api/dues', given), await act('POST /api/dues', given)];
      for (const { _id } of both) await payNow(_id, paid);
      await ofDay(paid);
      return both.map(({ _id }): string => _id);
    });
    await at(back, async () => {
      for (const due of [voided, again]) await takeBack(due ?? '');
      await payNow(again ?? '', back);
    });
    await act(`POST /api/dues/${voided}/void`, { reason: 'Never mind' });
    await takeBack(again ?? '');
    // The words are for people.
    for (const id of [voided ?? '', again ?? '']) {
      const row = server.db.selectFrom('dues').select('history').where('id', '=', id);
      const events = JSON.parse((await row.executeTakeFirstOrThrow()).history);
      const history = JSON.stringify(events.map((event: object) => ({ ...event, text: 'In other words' })));
      await server.db.updateTable('dues').set({ history }).where('id', '=', id).execute();
    }
    expect(names(await ofDay(back))).toEqual([
      ['Undeposited Funds', -60_00],
      ['Fee Income:Other Dues', 60_00],
      ['Undeposited Funds', -60_00],
      ['Fee Income:Other Dues', 60_00],
    ]);
    expect(await waiting()).toBe(0);
  });

  it('of a credit is reversed on the day the credit is voided, whichever closing had it in between', async () => {
    const agent = await worker();
    const [first, second] = [await reported(agent, 'CR-1'), await reported(agent, 'CR-2')];
    const due = await made(server, office, 'POST /api/dues', {
      member: agent.id,
      label: 'Lost sign',
      amount: 60_00,
      reason: 'At the house',
    });
    const approve = async (id: string, carried: string) => {
      await made(server, office, `PUT /api/closings/${id}/decisions`, { carried: [carried] });
      await takeStep(server, office, id, 'approved');
    };
    await approve(first, due._id);
    const payments = [{ due: due._id, on: today(), method: 'Check 12', credit: true }];
    await made(server, office, 'POST /api/dues/paid', { payments });
    const [credit] = await made(server, office, `GET /api/dues?member=${agent.id}&state=open`);
    expect(names(await exported())[0]).toEqual(['Undeposited Funds', 60_00]);
    await approve(second, credit._id);
    await made(server, office, `POST /api/closings/${second}/withdraw`, { reason: 'A wrong price' });
    const { history } = await server.db
      .selectFrom('dues')
      .select('history')
      .where('id', '=', credit._id)
      .executeTakeFirstOrThrow();
    // As if the withdrawal were of another day.
    const before = addDays(today(), -1);
    const moved = JSON.parse(history).map((event: { text: string }) =>
      event.text.startsWith('open again') ? { ...event, date: `${before}T20:00:00.000Z` } : event,
    );
    await server.db
      .updateTable('dues')
      .set({ history: JSON.stringify(moved) })
      .where('id', '=', credit._id)
      .execute();
    await made(server, office, `POST /api/dues/${credit._id}/void`, { reason: 'Never mind' });
    expect((await post({ from: before, to: before })).status).toBe(400);
    expect(names(await exported({ from: today(), to: today() }))[0]).toEqual(['Undeposited Funds', -60_00]);
  });

  it('is of the days that are asked for', async () => {
    await payDue(await person(server));
    const before = await post({ from: '2020-01-01', to: '2020-12-31' });
    expect(before.status).toBe(400);
    expect(await exported({ from: today(), to: today() })).toHaveLength(2);
  });

  if (engine === 'postgres')
    it('is in one of two exports that are made at once', async () => {
      const second = await secondServer(server);
      try {
        await payDue(await person(server));
        const answers = await Promise.all([post(), post(year, second)]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      } finally {
        await second.stop();
      }
    });
});

describe('An export', () => {
  it('is the same file whenever it is made, with other accounts, too', async () => {
    await payDue(await person(server));
    const { body } = await post();
    const before = await file(body.number);
    const accounts = { bank: 'Checking:Main', dues: 'Members:Dues' };
    const saved = await made(server, office, 'PUT /api/bookkeeping/journal/accounts', accounts);
    expect(saved).toMatchObject({ ...accounts, agents: journalAccounts.agents.name });
    expect(await file(body.number)).toBe(before);
    await payDue(await person(server));
    expect((await exported()).map(({ account }) => account)).toEqual(['Checking:Main', 'Members:Dues']);
    const usual = await made(server, office, 'PUT /api/bookkeeping/journal/accounts', {});
    expect(usual.bank).toBe('Undeposited Funds');
    const { exports } = await made(server, office, 'GET /api/bookkeeping/journal');
    expect(exports).toContainEqual(body);
    expect(body).toMatchObject({ ...year, entries: 1, by: office.name });
  });

  it('has a number that no entry had before, though that was erased with its due', async () => {
    const numberOf = async () => Number((await exported())[0]?.entry);
    const member = await person(server);
    await payDue(member);
    const erased = await numberOf();
    await server.db.deleteFrom('dues').where('user_id', '=', member.id).execute();
    await payDue(await person(server));
    expect(await numberOf()).toBe(erased + 1);
  });

  it('holds no formula, and is in the audit log', async () => {
    await payDue(await person(server, { name: '=1+1' }), '=HYPERLINK("x")');
    const { body } = await post();
    const csv = await file(body.number);
    expect(csv).toContain(`"'=1+1"`);
    expect(csv).toContain(`"Due =HYPERLINK(""x""): Money received by the brokerage"`);
    expect(csv).not.toMatch(/(^|,)"[=+@]/m);
    const events = await made(server, office, 'GET /api/audit?action=journal.exported');
    expect(events[0]).toMatchObject({ object: { _id: String(body.number) }, details: 'downloaded' });
  });

  it('that is not there is a 404', async () => {
    for (const number of ['999999', '0', 'x']) {
      const missing = await server.call(`GET /api/bookkeeping/journal/${number}`, { token: office.token });
      expect([missing.status, missing.body.msg]).toEqual([404, 'Export not found']);
    }
  });
});

it.each([
  [{ bank: '' }, 'Account is required'],
  [{ bank: 'Checking:' }, 'Write an account as Parent:Account, without quotation marks'],
  [{ bank: '-Bank' }, 'An account must not begin with =, +, - or @, as a formula does'],
  [{ dues: '=Dues:Fees' }, 'An account must not begin with =, +, - or @, as a formula does'],
  [{ bank: 'My "bank"' }, 'Write an account as Parent:Account, without quotation marks'],
])('refuses the accounts %j', async (body, msg) => {
  const refused = await server.call('PUT /api/bookkeeping/journal/accounts', { token: office.token, body });
  expect([refused.status, refused.body.msg]).toEqual([400, msg]);
});

it('saves accounts over no newer ones that the form has not shown', async () => {
  const path = '/api/bookkeeping/journal/accounts';
  const { headers, body: before } = await server.call(`GET ${path}`, { token: office.token });
  expect(before.bank).toBe(journalAccounts.bank.name);
  const seen = { 'if-match': headers.get('etag') ?? '' };
  const save = (bank: string) =>
    server.call(`PUT ${path}`, { token: office.token, body: { bank }, headers: seen });
  const first = await save('Checking');
  expect([first.status, first.body.bank]).toEqual([200, 'Checking']);
  const second = await save('Savings');
  expect([second.status, second.body.msg]).toEqual([
    412,
    'The list of accounts has been changed by someone else in the meantime',
  ]);
  const after = await server.call(`GET ${path}`, { token: office.token });
  expect(after.body.bank).toBe('Checking');
  const usual = await server.call(`PUT ${path}`, {
    token: office.token,
    body: {},
    headers: { 'if-match': first.headers.get('etag') ?? '' },
  });
  expect([usual.status, usual.body]).toEqual([200, before]);
});
