import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approver,
  closingBody,
  importedClosing,
  letWork,
  made,
  takeStep,
  versionOf,
} from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { figures, incomeKinds, keysOf } from '../../../shared/bookkeeping/figures.ts';
import { today } from '../../../shared/dates.ts';
import { eraseOldClosings } from '../closings/erase-old-closings.ts';
import { refillPaidFigures } from './paid-figures.ts';

/** docs/product.md P31: the reports of the office. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const ever = 'from=2000-01-01&to=2099-12-31';
const get = (path: string, by: Person = office) => made(server, by, `GET /api/bookkeeping/${path}`);
const now = `from=${today()}&to=${today()}`;

const agentWhoWorks = async (): Promise<Person> => {
  const agent = await person(server);
  await letWork(server, agent.id);
  return agent;
};

async function pay(agent: Person, given: object = {}, decided?: object): Promise<string> {
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody(given));
  if (decided) await made(server, office, `PUT /api/closings/${_id}/decisions`, decided);
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, _id, step);
  return _id;
}

const correct = async (id: string, given: object) =>
  made(server, office, `POST /api/closings/${id}/corrections`, {
    version: await versionOf(server, office, id),
    on: today(),
    reason: 'The check bounced',
    ...given,
  });

const owe = (member: Person, given: object = {}) =>
  made(server, office, 'POST /api/dues', {
    member: member.id,
    label: 'Lost sign',
    amount: 60_00,
    reason: 'At the house',
    ...given,
  });
const check = (due: string, on: string, more: object = {}) =>
  made(server, office, 'POST /api/dues/paid', { payments: [{ due, on, method: 'Check 12', ...more }] });

const importPaid = (agent: Person, lines: string[]) =>
  made(server, office, 'POST /api/closings/import', {
    csv: `reference,agent,property,kind,price,gross,fees,kept,paid\n${lines
      .map((line) => line.replace('AGENT', agent.email))
      .join('\n')}`,
    apply: true,
  });

/** The sums of a report that the call changes, and by how much. */
async function addedBy(read: () => Promise<Record<string, unknown>>, act: () => Promise<unknown>) {
  const before = flat(await read());
  await act();
  const after = flat(await read());
  const changed = [...after].flatMap(([name, amount]) => {
    const more = amount - (before.get(name) ?? 0);
    return more === 0 ? [] : [[name, more] as const];
  });
  return Object.fromEntries(changed);
}

function flat(sums: Record<string, unknown>): Map<string, number> {
  const entries = Object.entries(sums).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]];
    return typeof value === 'object' && value !== null ? [...flat({ ...value })] : [];
  });
  return new Map(entries);
}

const income = async (range = now) => (await get(`income?${range}`)).total;
const deductions = async () => (await get(`deductions?${now}`)).total;
const production = async (agent: Person) => {
  const { agents } = await get(`production?${now}`);
  return agents.find((each: { agent: { _id: string } }) => each.agent._id === agent.id)?.figures ?? {};
};

describe('Income', () => {
  it('has the fees of a payment by kind, and what is waived apart', async () => {
    const agent = await agentWhoWorks();
    const lines = [
      { label: 'Courier', amount: -20_00, reason: 'Overnight' },
      { label: 'First sale', amount: 100_00, reason: 'As promised' },
    ];
    const added = await addedBy(income, () => pay(agent, { coordinator: true, shortSale: true }, { lines }));
    expect(added).toEqual({
      transaction: 475_00,
      insurance: 125_00,
      coordination: 500_00,
      shortSale: 795_00,
      other: 20_00,
      waived: -100_00,
      income: 1_815_00,
    });
  });

  it.each([
    ['lease', 300_00],
    ['referral', 399_00],
  ])('has a %s as its own kind', async (kind, fee) => {
    const agent = await agentWhoWorks();
    const given = { kind, price: 0, commission: { by: 'amount', amount: 3_000_00 } };
    const priced = kind === 'lease' ? { ...given, price: 3_000_00 } : given;
    expect(await addedBy(income, () => pay(agent, priced))).toEqual({ [kind]: fee, income: fee });
  });

  it('counts a correction on its own day, and each month by itself', async () => {
    const agent = await agentWhoWorks();
    await importPaid(agent, [
      'I-1,AGENT,1 Month St,residential,500000,12500,600,11900,2021-01-15',
      'I-2,AGENT,2 Month St,lease,3000,3000,300,2700,2021-02-28',
    ]);
    const [first] = await made(server, office, `GET /api/closings?agent=${agent.id}&kind=residential`);
    await correct(first._id, { on: '2021-02-03', fees: -50_00, kept: 50_00 });
    const { months, total } = await get('income?from=2021-01-01&to=2021-03-31');
    expect(months.map(({ month, income: sum }: { month: string; income: number }) => [month, sum])).toEqual([
      ['2021-01', 600_00],
      ['2021-02', 250_00],
    ]);
    expect(months[1].kinds).toMatchObject({ lease: 300_00, corrections: -50_00, transaction: 0 });
    expect(total.income).toBe(850_00);
    expect((await get('income?from=2021-02-03&to=2021-02-03')).total.income).toBe(-50_00);
  });

  it('has dues that a member paid, until that is taken back', async () => {
    const member = await person(server);
    const { _id } = await owe(member);
    expect(await addedBy(income, () => check(_id, today()))).toEqual({ dues: 60_00, income: 60_00 });
    const back = () => made(server, office, `POST /api/dues/${_id}/take-back`, { reason: 'It bounced' });
    expect(await addedBy(income, back)).toEqual({ dues: -60_00, income: -60_00 });
    const waive = () => made(server, office, `POST /api/dues/${_id}/waive`, { reason: 'A good year' });
    expect(await addedBy(income, waive)).toEqual({});
  });

  it('has a due once that a closing keeps and its member pays: the rest is theirs again', async () => {
    const agent = await agentWhoWorks();
    const { _id } = await owe(agent);
    const closing = await made(server, agent, 'POST /api/my-closings', closingBody());
    await made(server, office, `PUT /api/closings/${closing._id}/decisions`, { carried: [_id] });
    await takeStep(server, office, closing._id, 'approved');
    const paid = await addedBy(income, () => check(_id, today(), { credit: true }));
    expect(paid).toEqual({ dues: 60_00, income: 60_00 });
    for (const step of ['letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, office, closing._id, step);
    const settled = await addedBy(income, () => takeStep(server, office, closing._id, 'paid'));
    expect(settled).toMatchObject({ transaction: 475_00, insurance: 125_00, dues: 60_00, income: 660_00 });
    const credit = (await made(server, agent, 'GET /api/dues/me')).dues.find(
      ({ amount }: { amount: number }) => amount < 0,
    );
    const back = await addedBy(income, () => pay(agent, {}, { carried: [credit._id] }));
    expect(back).toMatchObject({ dues: -60_00, income: 540_00 });
  });
});

describe('Production', () => {
  it('is what the members see of their years, to the cent', async () => {
    const [agent, co] = [await agentWhoWorks(), await agentWhoWorks()];
    const deducted = { deductions: [{ kind: 'other', amount: 33_33, reason: 'Signs' }] };
    const first = await pay(agent, { coAgents: [{ user: co.id, rate: 33_33 }] }, deducted);
    await correct(first, { price: 1_000_00, gross: 25_00, fees: 3, kept: 24_97 });
    const sides = { bothSides: true, otherSide: { by: 'rate', rate: 2_00 } };
    const both = await made(server, agent, 'POST /api/my-closings', closingBody(sides));
    for (const id of [both._id, both.linked[0]._id]) {
      await made(server, office, `PUT /api/closings/${id}/decisions`, { sides: 'each' });
      for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
        await takeStep(server, office, id, step);
    }
    const alone = await pay(co);
    await made(server, office, `POST /api/closings/${alone}/link`, { closing: first });
    for (const who of [agent, co]) {
      const year = await made(server, who, `GET /api/my-closing-years/${today().slice(0, 4)}`);
      const { closings: _, ...total } = year.total;
      expect(await production(who)).toEqual(total);
    }
    expect((await production(agent)).volume).toBe(2 * 850_000_00 + 1_000_00);
    await made(server, office, `DELETE /api/closings/${both._id}/link`);
    expect((await production(agent)).volume).toBe(3 * 850_000_00 + 1_000_00);
  });

  it('is sorted, and adds up to the sum of all agents', async () => {
    await pay(await agentWhoWorks());
    const { agents, total, count } = await get(`production?${ever}&sort=kept`);
    const kept: number[] = agents.map((each: { figures: { kept: number } }) => each.figures.kept);
    expect(kept).toEqual(kept.toSorted((one, other) => one - other));
    expect(agents).toHaveLength(count);
    expect(kept.reduce((sum, each) => sum + each, 0)).toBe(total.kept);
    const down = await get(`production?${ever}&sort=-name`);
    const names: string[] = down.agents.map((each: { agent: { name: string } }) => each.agent.name);
    expect(names).toEqual(names.toSorted((one, other) => other.localeCompare(one, 'en')));
    expect((await get(`production?${ever}&skip=${count}`)).agents).toEqual([]);
  });
});

it('deductions are those of closings, by kind', async () => {
  const agent = await agentWhoWorks();
  const { _id } = await owe(agent);
  const given = { carried: [_id], deductions: [{ kind: 'annual', amount: 100_00, reason: '2026' }] };
  expect(await addedBy(deductions, () => pay(agent, {}, given))).toEqual({
    deductedAnnual: 100_00,
    deductedOther: 60_00,
    deductions: 160_00,
  });
  const paid = await owe(agent);
  expect(await addedBy(deductions, () => check(paid._id, today()))).toEqual({});
});

it('the promise has days from the package to the payment', async () => {
  const before = await get(`promise?${now}`);
  const agent = await agentWhoWorks();
  await pay(agent);
  const after = await get(`promise?${now}`);
  expect(after.total).toMatchObject({
    paid: before.total.paid + 1,
    inTime: before.total.inTime + 1,
    longest: 0,
    average: 0,
  });
  expect(after.months).toMatchObject([{ month: today().slice(0, 7), paid: after.total.paid }]);
  expect(after.days).toEqual([{ days: 0, paid: after.total.paid }]);
  const { sources, count } = await get(`sources?${now}&figure=days&limit=1`);
  expect([count, sources[0].amount]).toEqual([after.total.paid, 0]);
});

describe('A sum', () => {
  it('of dues is less by what a correction frees, on its day', async () => {
    const agent = await agentWhoWorks();
    const { _id } = await owe(agent);
    const id = await pay(agent, {}, { carried: [_id] });
    const read = async () => ({
      dues: (await get(`income?${now}`)).total.kinds.dues,
      deducted: (await get(`deductions?${now}`)).total.kinds.deductedOther,
    });
    const before = await read();
    await correct(id, { dues: [_id] });
    expect(await read()).toEqual({ dues: before.dues - 60_00, deducted: before.deducted - 60_00 });
    const { figures } = (await get(`production?${now}`)).agents.find(
      (row: { agent: { _id: string } }) => row.agent._id === agent.id,
    );
    expect([figures.deductions, figures.gross - figures.fees - figures.deductions - figures.kept]).toEqual([
      0, 0,
    ]);
  });

  it('leads to its closings, corrections and dues, in pages', async () => {
    const agent = await agentWhoWorks();
    const id = await pay(agent);
    await correct(id, { fees: 5_00, kept: -5_00 });
    const { _id: due } = await owe(agent);
    await check(due, today());
    const of = (figure: string, more = '') =>
      server.call(`GET /api/bookkeeping/sources?${now}&agent=${agent.id}&figure=${figure}${more}`, {
        token: office.token,
      });
    const { body } = await of('income');
    expect(body).toMatchObject({ count: 3, total: 665_00 });
    const closing = { _id: id, property: '12 Ocean View Dr, Malibu' };
    const person = { _id: agent.id, name: agent.name };
    expect(body.sources).toMatchObject([
      { on: today(), kind: 'closing', agent: person, closing, due: null, amount: 600_00 },
      { kind: 'correction', closing, amount: 5_00 },
      { kind: 'due', closing: null, due: { _id: due, label: 'Lost sign' }, amount: 60_00 },
    ]);
    const first = await of('income', '&limit=2');
    const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
    const rest = await server.call(`GET ${next}`, { token: office.token });
    expect([...first.body.sources, ...rest.body.sources]).toEqual(body.sources);
    expect((await of('insurance')).body).toMatchObject({ count: 1, total: 125_00 });
    expect((await of('lease')).body).toEqual({ count: 0, total: 0, sources: [] });
  });

  it('adds up to the report for each of its figures', async () => {
    const { kinds: incomes, waived, income: all } = (await get(`income?${ever}`)).total;
    const { kinds: deducted, deductions: off } = (await get(`deductions?${ever}`)).total;
    const produced = (await get(`production?${ever}`)).total;
    const sums: Record<string, number> = { ...incomes, waived, income: all, ...produced, ...deducted };
    expect(sums.deductions).toBe(off);
    for (const figure of keysOf(figures).filter((each) => each !== 'days')) {
      expect(sums).toHaveProperty(figure);
      expect([figure, (await get(`sources?${ever}&figure=${figure}`)).total]).toEqual([figure, sums[figure]]);
    }
  });
});

describe('A file', () => {
  const file = async (report: string, range = now) => {
    const { status, body } = await server.call(`GET /api/bookkeeping/export?report=${report}&${range}`, {
      token: office.token,
    });
    expect(status).toBe(200);
    const [head = '', ...lines] = String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
    const cells = (line: string) => line.slice(1, -1).split('","');
    const names = cells(head);
    return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? '', cell])));
  };

  it('has a row for each source, which adds up to the report', async () => {
    const agent = await agentWhoWorks();
    await pay(agent, { property: '=1+1 Formula St' });
    const rows = await file('income');
    expect(rows.at(-1)).toMatchObject({
      Date: today(),
      Kind: 'Closing',
      Agent: agent.name,
      'Property or due': "'=1+1 Formula St",
      'File number': 'SE-1042',
      'Transaction fees': '475.00',
      'E&O': '125.00',
      Income: '600.00',
    });
    const { total } = await get(`income?${now}`);
    const cents = (name: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);
    expect(cents('Income')).toBe(total.income);
    for (const [kind, label] of Object.entries(incomeKinds)) expect(cents(label)).toBe(total.kinds[kind]);
    const produced = await file('production');
    expect(produced.at(-1)).toMatchObject({ Agent: agent.name, Sides: '1', Kept: '20650.00' });
    expect((await file('promise')).at(-1)).toMatchObject({ 'Days to payment': '0' });
    expect(await file('deductions', 'from=2001-01-01&to=2001-12-31')).toEqual([]);
  });

  it('is in the audit log', async () => {
    await file('income', 'from=2026-01-01&to=2026-01-31');
    const [event] = await made(server, office, 'GET /api/audit?action=report.exported');
    expect(event).toMatchObject({ object: { name: 'Income, 2026-01-01 to 2026-01-31' } });
  });
});

it('is about the present year unless days are given', async () => {
  const year = today().slice(0, 4);
  expect(await get('income')).toEqual(await get(`income?from=${year}-01-01&to=${year}-12-31`));
});

it.each([
  ['income?from=2026-02-01&to=2026-01-31', 'From must not be after To'],
  ['production?from=2026-02-01&to=2026-01-31', 'From must not be after To'],
  ['deductions?from=2026-02-01&to=2026-01-31', 'From must not be after To'],
  ['promise?from=2026-02-01&to=2026-01-31', 'From must not be after To'],
  ['sources?from=2026-02-01&to=2026-01-31&figure=fees', 'From must not be after To'],
  ['export?from=2026-02-01&to=2026-01-31', 'From must not be after To'],
  ['export?report=secrets', 'Report is not known'],
  ['income?from=2026-02-30&to=2026-03-31', 'From must be a day such as 2026-01-31'],
  ['income?to=2026', 'To must be a day such as 2026-01-31'],
  [`sources?${ever}&figure=secrets`, 'Figure is not known'],
  [`production?${ever}&sort=secrets`, 'Sort is not known'],
])('refuses %s', async (path, msg) => {
  const refused = await server.call(`GET /api/bookkeeping/${path}`, { token: office.token });
  expect([refused.status, refused.body.msg]).toEqual([400, msg]);
});

it('an agent whose account has gone stays by name, as long as the record', async () => {
  const agent = await agentWhoWorks();
  await server.db.updateTable('users').set({ name: 'Gus Gone' }).where('id', '=', agent.id).execute();
  const id = await pay({ ...agent, name: 'Gus Gone' });
  await made(server, office, `DELETE /api/users/${agent.id}`);
  const { agents } = await get(`production?${now}`);
  expect(agents).toContainEqual({
    agent: { _id: null, name: 'Gus Gone' },
    figures: expect.objectContaining({ sides: 1, kept: 20_650_00 }),
  });
  const sources = () => get(`sources?${now}&figure=kept&former=Gus%20Gone`);
  expect((await sources()).sources).toMatchObject([{ closing: { _id: id } }]);
  await server.db.updateTable('closings').set({ keep_from: '2001-01-01' }).where('id', '=', id).execute();
  await eraseOldClosings(server.parts);
  expect((await sources()).sources).toEqual([]);
});

it('figures of an earlier version are filled in as they would have been written', async () => {
  const agent = await agentWhoWorks();
  await made(server, office, 'POST /api/closings/import', {
    csv: importedClosing(agent.email, 'Refill-1'),
    apply: true,
  });
  const all = async () =>
    Promise.all(['income', 'production', 'deductions', 'promise'].map((report) => get(`${report}?${ever}`)));
  const before = await all();
  await server.db.deleteFrom('paid_figures').execute();
  expect((await get(`income?${ever}`)).total.income).toBe(0);
  expect(await refillPaidFigures(server.db)).toBeGreaterThan(0);
  expect(await all()).toEqual(before);
  expect(await refillPaidFigures(server.db)).toBe(0);
});

it('deductions of a closing count by the kind that the approval froze, and by the label where an earlier version froze none', async () => {
  const agent = await agentWhoWorks();
  const [first, old] = [
    await pay(agent, {}, { deductions: [{ kind: 'annual', amount: 100_00, reason: '2026' }] }),
    await pay(agent, {}, { deductions: [{ kind: 'other', amount: 7_00, reason: 'A key' }] }),
  ];
  const freeze = async (id: string, line: object) => {
    const { settlement } = await server.db
      .selectFrom('closings')
      .select('settlement')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const frozen = JSON.parse(settlement ?? '');
    const lines = frozen.lines.map((each: { id: string }) =>
      each.id === 'deduction' ? { ...each, ...line } : each,
    );
    await server.db
      .updateTable('closings')
      .set({ settlement: JSON.stringify({ ...frozen, lines }) })
      .where('id', '=', id)
      .execute();
    await server.db.deleteFrom('paid_figures').where('closing_id', '=', id).execute();
  };
  const changed = await addedBy(deductions, async () => {
    await freeze(first, { label: 'Yearly fee' });
    await freeze(old, { label: 'Charge carried over', kind: undefined });
    await refillPaidFigures(server.db);
  });
  expect(changed).toEqual({ deductedCarried: 7_00, deductedOther: -7_00 });
});
