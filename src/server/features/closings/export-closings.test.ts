import { afterAll, beforeAll, expect, it } from 'vitest';
import { approver, closingBody, letWork, made, takeStep } from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, today } from '../../../shared/dates.ts';

let server: TestServer;
let office: Person;
let agent: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
  agent = await person(server);
  await letWork(server, agent.id);
});
afterAll(() => server.stop());

const report = async (given: object = {}): Promise<string> =>
  (await made(server, agent, 'POST /api/my-closings', closingBody(given)))._id;

const rowsOf = async (query: string): Promise<Record<string, string>[]> => {
  const { status, body } = await server.call(`GET /api/closings/export?${query}`, { token: office.token });
  expect(status).toBe(200);
  const [head = '', ...lines] = String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
  const cells = (line: string) => line.slice(1, -1).split('","');
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? '', cell])));
};

it('has the figures, days and payees of each closing of the filter', async () => {
  const id = await report({ property: '1 Export Way' });
  await report({ property: '2 Export Way', kind: 'lease', price: 3_500_00 });
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, id, step);
  const correction = { on: today(), reason: 'Check bounced', fees: -50_00, kept: 50_00 };
  await made(server, office, `POST /api/closings/${id}/corrections`, correction);
  const [paid, ...others] = await rowsOf(`state=paid&agent=${agent.id}`);
  expect(others).toEqual([]);
  expect(paid).toMatchObject({
    Agent: agent.name,
    Property: '1 Export Way',
    Kind: 'Residential',
    State: 'Paid',
    Price: '850000.00',
    Gross: '21250.00',
    Fees: '600.00',
    Kept: '20650.00',
    'Corrected gross': '0.00',
    'Corrected fees': '-50.00',
    'Corrected kept': '50.00',
    'Fees of version': '1',
    Reported: today(),
    'Approved by': office.name,
    Paid: today(),
  });
  expect(paid?.Payees).toContain('The brokerage: 600.00; ');
  expect(paid?.Payees).toContain(': 20650.00');
  expect((await rowsOf('search=export way')).map(({ Property }) => Property)).toHaveLength(2);
  const [lease] = await rowsOf('kind=lease&search=export way');
  expect(lease).toMatchObject({ Property: '2 Export Way', Paid: '', Payees: '', 'Fees of version': '' });
});

it('adds up in each row, as approved and before', async () => {
  const co = await person(server);
  await letWork(server, co.id);
  const given = {
    credits: 1_000_01,
    bonus: 500_03,
    referral: { by: 'rate', rate: 25_00, broker: 'Far Realty', license: 'DRE 1', state: 'NV' },
    coAgents: [{ user: co.id, rate: 33_33 }],
  };
  const decided = {
    basis: 'gross',
    bonus: 'counts',
    deductions: [{ kind: 'other', amount: 33_33, reason: 'Signs' }],
  };
  const ids: string[] = [];
  for (const property of ['1 Adding Way', '2 Adding Way']) {
    const id = await report({ ...given, property });
    await made(server, office, `PUT /api/closings/${id}/decisions`, decided);
    ids.push(id);
  }
  await report({ property: '3 Adding Way', kind: 'lease', price: 3_500_00 });
  const [first = ''] = ids;
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, first, step);
  const wrong = { on: today(), reason: 'A slip', gross: -10_00, fees: 3_00, kept: -20_00 };
  await made(server, office, `POST /api/closings/${first}/corrections`, wrong);
  const rows = await rowsOf('search=adding way');
  expect(rows).toHaveLength(3);
  const cents = (row: Record<string, string>, names: string[]) =>
    names.reduce((sum, name) => sum + Math.round(Number(row[name]) * 100), 0);
  const parts = ['Fees', 'Kept', 'Credits to clients', 'Referral out', 'Shares of co-agents', 'Deductions'];
  for (const row of rows) {
    expect(cents(row, parts)).toBe(cents(row, ['Gross']));
    const corrected = ['Corrected fees', 'Corrected kept', 'Corrected other'];
    expect(cents(row, corrected)).toBe(cents(row, ['Corrected gross']));
  }
  const named = (property: string) => rows.find(({ Property }) => Property === property);
  const { statement } = await made(server, office, `GET /api/closings/${first}`);
  const share = statement.payees.find(({ to }: { to: string }) => to === 'co-agent').amount;
  const figures = {
    Gross: '21750.03',
    Bonus: '500.03',
    'Credits to clients': '1000.01',
    'Referral out': '5312.50',
    'Shares of co-agents': (share / 100).toFixed(2),
    Deductions: '33.33',
  };
  expect(named('1 Adding Way')).toMatchObject({
    ...figures,
    'Letter sent': today(),
    'Corrected other': '7.00',
  });
  expect(named('2 Adding Way')).toMatchObject({ ...figures, 'Letter sent': '' });
  expect(named('3 Adding Way')).toMatchObject({ 'Referral out': '0.00', Deductions: '0.00' });
});

it('holds no formula, is in the audit log, and refuses a filter that is not known', async () => {
  await report({ property: '=HYPERLINK("https://evil.example")', expectedOn: addDays(today(), 9) });
  const { body } = await server.call('GET /api/closings/export?search=hyperlink', { token: office.token });
  expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  const events = await made(server, office, 'GET /api/audit?action=closings.exported');
  expect(events[0]).toMatchObject({ object: { name: 'Closings' } });
  const wrong = await server.call('GET /api/closings/export?state=sold', { token: office.token });
  expect([wrong.status, wrong.body.msg]).toEqual([400, 'State is not known']);
});
