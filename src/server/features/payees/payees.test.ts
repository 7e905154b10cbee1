import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import {
  approver,
  closingBody,
  coordinator,
  letWork,
  made,
  noteCheck,
  takeStep,
} from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { Payee, PayeeYear } from '../../../shared/payees/payees.contract.ts';
import { thresholdOfLaw } from '../../../shared/payees/payees.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { readProduction } from '../bookkeeping/reports.service.ts';
import { refillCorporationsPaid } from '../closings/corporations-paid.ts';
import { readPayees } from './payees.service.ts';

/** docs/product.md P32: whom the brokerage paid in a year, and who needs a form. */

const year = today().slice(0, 4);
let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
  // Later years have no threshold of the law.
  const body = { amount: 2_000_00, source: 'The office' };
  if (thresholdOfLaw(Number(year)) === null)
    await made(server, office, `PUT /api/payees/${year}/threshold`, body);
});
afterAll(() => server.stop());

const read = (query = '', of = year): Promise<PayeeYear> =>
  made(server, office, `GET /api/payees/${of}${query}`);
const rowOf = async ({ id }: Person, of = year): Promise<Payee | undefined> =>
  (await read('', of)).payees.find(({ member }) => member?._id === id);

async function agentOf(): Promise<Person> {
  const agent = await person(server);
  await letWork(server, agent.id);
  return agent;
}

/** Its id. */
async function paid(agent: Person, given: object = {}, deductions: object[] = []): Promise<string> {
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody(given));
  if (deductions.length > 0) await made(server, office, `PUT /api/closings/${_id}/decisions`, { deductions });
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, _id, step);
  return _id;
}

const setCorporation = (user: string, corporation: string) =>
  server.db.insertInto('member_payees').values({ user_id: user, corporation }).execute();

/** As if it was paid on that day. */
async function move(id: string, on: string): Promise<void> {
  await server.db.updateTable('closings').set({ paid_on: on }).where('id', '=', id).execute();
  await server.db.updateTable('closing_shares').set({ paid_on: on }).where('closing_id', '=', id).execute();
  await server.db.updateTable('paid_figures').set({ on_day: on }).where('closing_id', '=', id).execute();
}

const linesOf = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));

describe('the list of a year', () => {
  it('adds up what letters pay an agent, a co-agent and another broker, by the days of payment and of corrections', async () => {
    const [agent, co] = [await agentOf(), await agentOf()];
    const broker = { broker: 'Nevada Homes', license: 'B.0012345', state: 'NV' };
    const first = await paid(agent, {
      referral: { by: 'amount', amount: 3_000_00, ...broker },
      coAgents: [{ user: co.id, rate: 25_00 }],
      fileNumber: 'P-1',
    });
    await paid(agent, { fileNumber: 'P-2' }, [{ kind: 'other', amount: 50_00, reason: 'A lost sign' }]);
    const before = await paid(agent, { fileNumber: 'P-3' });
    await move(before, `${Number(year) - 1}-12-31`);
    await made(server, office, `POST /api/closings/${before}/corrections`, {
      on: today(),
      reason: 'A fee too many',
      fees: -25_00,
      kept: 25_00,
    });
    const [own, share] = await Promise.all(
      [agent, co].map((who) => made(server, who, `GET /api/my-closing-years/${year}`)),
    );
    const statement = (await made(server, office, `GET /api/closings/${first}`)).statement;
    const shared = statement.payees.find(({ to }: { to: string }) => to === 'co-agent').amount;
    expect(await rowOf(agent)).toMatchObject({
      name: agent.name,
      kind: 'agent',
      total: statement.agentKeeps + 20_600_00 + 25_00,
      payments: 2,
      corrections: 25_00,
    });
    expect((await rowOf(agent))?.total).toBe(own.total.kept);
    expect([own.counted, share.counted]).toEqual([own.total.kept, shared]);
    expect(await rowOf(co)).toMatchObject({ total: shared, payments: 1, corrections: 0 });
    expect(share.total.kept).toBe(shared);
    const { payees } = await read('?search=nevada');
    expect(payees).toEqual([
      {
        name: 'Nevada Homes',
        member: null,
        kind: 'other-broker',
        license: 'B.0012345 (NV)',
        total: 3_000_00,
        payments: 1,
        corrections: 0,
        w9: { state: 'missing', on: null, paidTo: '' },
        form: 'ask',
      },
    ]);
    expect(await rowOf(agent, String(Number(year) - 1))).toMatchObject({ total: 20_650_00, payments: 1 });
    expect((await read()).years).toEqual([Number(year), Number(year) - 1]);
  });

  it('counts another broker once, however the name is written, and brokers without a number apart', async () => {
    const agent = await agentOf();
    for (const [at, [broker, license]] of [
      ['Reno Realty', 'S.77'],
      ['RENO REALTY INC', 'S.77'],
      ['Elko Realty', 'none'],
      ['Ely Realty', 'none'],
    ].entries())
      await paid(agent, {
        fileNumber: `R-${at}`,
        referral: { by: 'amount', amount: 1_000_00, broker, license, state: 'NV' },
      });
    const named = async (search: string) =>
      (await read(`?search=${search}`)).payees.map(({ total, payments }) => [total, payments]);
    expect(await named('reno')).toEqual([[2_000_00, 2]]);
    expect([await named('elko'), await named('ely')]).toEqual([[[1_000_00, 1]], [[1_000_00, 1]]]);
  });

  it('leaves out what an agent owes, and counts the others of that closing', async () => {
    const [agent, co] = [await agentOf(), await agentOf()];
    const given = { coAgents: [{ user: co.id, rate: 100_00 }], fileNumber: 'O-1' };
    await paid(agent, given, [{ kind: 'other', amount: 10_00, reason: 'A key' }]);
    expect(await rowOf(agent)).toBeUndefined();
    expect(await rowOf(co)).toMatchObject({ total: 20_650_00, payments: 1 });
    expect(await made(server, agent, `GET /api/my-closing-years/${year}`)).toMatchObject({
      total: { kept: -10_00 },
      counted: 0,
    });
  });

  it('counts of a correction what it pays beyond what an agent owes', async () => {
    const agent = await agentOf();
    const given = { coAgents: [{ user: (await agentOf()).id, rate: 100_00 }], fileNumber: 'O-2' };
    const id = await paid(agent, given, [{ kind: 'other', amount: 3_000_00, reason: 'A key' }]);
    const correct = (kept: number) =>
      made(server, office, `POST /api/closings/${id}/corrections`, {
        on: today(),
        reason: 'Waived',
        fees: -kept,
        kept,
      });
    const own = async () => (await made(server, agent, `GET /api/my-closing-years/${year}`)).counted;
    await correct(3_000_00);
    expect([await rowOf(agent), await own()]).toEqual([undefined, 0]);
    await correct(500_00);
    expect(await rowOf(agent)).toMatchObject({ total: 500_00, payments: 0, corrections: 500_00 });
    expect(await own()).toBe(500_00);
    await correct(-900_00);
    expect([await rowOf(agent), await own()]).toEqual([undefined, 0]);
  });

  it('asks about who was paid as a person and by a corporation, whichever came first', async () => {
    const [later, before] = [await agentOf(), await agentOf()];
    await setCorporation(before.id, 'Former Homes, Inc.');
    for (const agent of [later, before]) await paid(agent);
    await setCorporation(later.id, 'Later Homes, Inc.');
    await server.db.deleteFrom('member_payees').where('user_id', '=', before.id).execute();
    for (const agent of [later, before]) {
      await noteCheck(server, agent.id, 'w9');
      expect(await rowOf(agent)).toMatchObject({ total: 20_650_00, w9: { state: 'noted' }, form: 'ask' });
    }
    const co = await agentOf();
    await paid(await agentOf(), { coAgents: [{ user: co.id, rate: 50_00 }], fileNumber: 'C-1' });
    await setCorporation(co.id, 'Co-agents, Inc.');
    await noteCheck(server, co.id, 'w9');
    expect(await rowOf(co)).toMatchObject({ kind: 'corporation', form: 'ask' });
    const { payees } = await read();
    await server.db.updateTable('paid_figures').set({ paid_to: null }).execute();
    expect(await rowOf(co)).toMatchObject({ form: 'corporation' });
    expect(await refillCorporationsPaid(server.db)).toBeGreaterThan(0);
    expect([(await read()).payees, await refillCorporationsPaid(server.db)]).toEqual([payees, 0]);
  });

  it('compares the sum of a payee with the threshold, whatever rows it is paid in', async () => {
    const twins = [await agentOf(), await agentOf()];
    for (const [at, twin] of twins.entries()) {
      await setCorporation(twin.id, at === 0 ? 'Twin Homes, Inc.' : 'Twin Homes Incorporated');
      await paid(twin, lease(`T-${at}`));
    }
    const forms = async (search: string) =>
      (await read(`?search=${search}`)).payees.map(({ total, form }) => [total, form]);
    expect(await forms('twin homes')).toEqual([
      [1_800_00, 'ask'],
      [1_800_00, 'ask'],
    ]);
    const agent = await person(server, { name: 'Gina Gone' });
    await letWork(server, agent.id);
    await paid(agent, lease('G-1'));
    await made(server, office, `PUT /api/users/${agent.id}`, {
      name: 'Gina Wed',
      admin: false,
      coordinator: false,
      email: agent.email,
    });
    await paid(agent, lease('G-2'));
    await made(server, office, `DELETE /api/users/${agent.id}`);
    expect(await forms('gina')).toEqual([[3_600_00, 'ask']]);
  });

  const lease = (fileNumber: string) => ({
    kind: 'lease',
    price: 4_000_00,
    commission: { by: 'amount', amount: 2_000_00 },
    fileNumber,
  });
  const setNumber = async (user: Person, number: string) => {
    await server.db.updateTable('licenses').set({ number }).where('user_id', '=', user.id).execute();
    await letWork(server, user.id);
  };

  it('adds up the accounts of one person, and leads to the closings of each', async () => {
    const [first, second, third] = [await agentOf(), await agentOf(), await agentOf()];
    for (const each of [first, second]) await setNumber(each, '01777001');
    await noteCheck(server, second.id, 'w9');
    const ids = [await paid(first, lease('S-1')), await paid(second, lease('S-2'))];
    await paid(third, lease('S-3'));
    const { payees } = await read();
    const row = payees.find(({ member }) => member?._id === second.id);
    expect(row).toMatchObject({ name: second.name, total: 3_600_00, payments: 2, form: 'yes' });
    expect(row?.others).toEqual([{ _id: first.id, name: first.name }]);
    expect(payees.some(({ member }) => member?._id === first.id)).toBe(false);
    expect(await rowOf(third)).toMatchObject({ total: 1_800_00, form: 'below' });
    expect(await rowOf(third)).not.toHaveProperty('others');
    const list = await made(server, office, `GET /api/closings?agent=${first.id},${second.id}`);
    expect(list.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(ids.toSorted());
    const wrong = await server.call(`GET /api/closings?agent=${first.id},x`, { token: office.token });
    expect([wrong.status, wrong.body.msg]).toEqual([400, 'Member not found']);
  });

  it('adds up a former account of who is here again, by a license number or an email address', async () => {
    const [before, now] = [await agentOf(), await agentOf()];
    await paid(before, lease('F-1'));
    for (const each of [before, now]) await setNumber(each, '01777002');
    await made(server, office, `DELETE /api/users/${before.id}`);
    await paid(now, lease('F-2'));
    expect(await rowOf(now)).toMatchObject({ total: 3_600_00, payments: 2, form: 'ask' });
    const [one, other] = [await agentOf(), await agentOf()];
    for (const [at, each] of [one, other].entries()) await paid(each, lease(`E-${at}`));
    const change = (who: Person, email: string) =>
      made(server, office, `PUT /api/users/${who.id}`, {
        name: who.name,
        admin: false,
        coordinator: false,
        email,
      });
    await change(one, `former-${one.email}`);
    await change(other, one.email);
    const { payees } = await read();
    const rows = payees.filter(({ member }) => member && [one.id, other.id].includes(member._id));
    expect(rows).toMatchObject([{ total: 3_600_00, payments: 2 }]);
  });

  it('does not add up by a chain of license numbers, as numbers are mistyped', async () => {
    const [first, second, third] = [await agentOf(), await agentOf(), await agentOf()];
    const chain = [first, second, third];
    for (const [who, number] of [
      [first, '01777003'],
      [second, '01777003'],
      [second, '01777004'],
      [third, '01777004'],
    ] as const)
      await made(server, who, 'PUT /api/licenses/me', { number, expires: '2099-01-31' });
    for (const each of chain) await letWork(server, each.id);
    for (const [at, each] of chain.entries()) await paid(each, lease(`N-${at}`));
    const { payees } = await read();
    const rows = payees.filter(({ member }) => chain.some(({ id }) => id === member?._id));
    expect(rows.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([1_800_00, 3_600_00]);
  });

  it('asks about accounts of which only a former license number makes one person, and names them in the file', async () => {
    const [first, second] = [await agentOf(), await agentOf()];
    const save = (who: Person, number: string) =>
      made(server, who, 'PUT /api/licenses/me', { number, expires: '2099-01-31' });
    await save(first, '01777005');
    await save(second, '01777005');
    await save(second, '01777006');
    for (const each of [first, second]) await letWork(server, each.id);
    for (const [at, each] of [first, second].entries()) await paid(each, lease(`U-${at}`));
    const { payees } = await read();
    const row = payees.find(({ member }) => member && [first.id, second.id].includes(member._id));
    expect(row).toMatchObject({ total: 3_600_00, form: 'ask' });
    const other = row?.others?.[0]?.name ?? '';
    const csv = linesOf(await made(server, office, `GET /api/payees/${year}/csv`));
    const columnOf = (name: string) => csv[0]?.indexOf(name) ?? -1;
    const line = csv.find((cells) => cells[columnOf('Member')] === row?.member?.name);
    expect([first.name, second.name]).toContain(other);
    expect(line?.[columnOf('Also paid as')]).toBe(other);
  });

  it('tells deleted accounts of one name apart', async () => {
    for (const at of [1, 2]) {
      const agent = await person(server, { name: 'Same Name' });
      await letWork(server, agent.id);
      await paid(agent, lease(`D-${at}`));
      await made(server, office, `DELETE /api/users/${agent.id}`);
    }
    const { payees } = await read('?search=same name');
    expect(payees.map(({ total, form }) => [total, form])).toEqual([
      [1_800_00, 'below'],
      [1_800_00, 'below'],
    ]);
  });

  it('says who needs a form, by kind, sum and W-9', async () => {
    const [agent, small, incorporated, unproven, renamed] = await Promise.all(
      Array.from({ length: 5 }, agentOf),
    );
    if (!agent || !small || !incorporated || !unproven || !renamed) throw new Error('An agent is missing');
    await setCorporation(incorporated.id, 'Ito Homes, Inc.');
    await setCorporation(unproven.id, 'Unproven, Inc.');
    for (const each of [incorporated, renamed]) await noteCheck(server, each.id, 'w9');
    const lease = { kind: 'lease', price: 4_000_00, commission: { by: 'amount', amount: 2_149_99 } };
    await paid(small, lease);
    for (const each of [agent, incorporated, unproven, renamed]) await paid(each);
    await setCorporation(renamed.id, 'Renamed Homes, Inc.');
    expect(await rowOf(agent)).toMatchObject({ form: 'yes', w9: { state: 'missing', on: null } });
    expect(await rowOf(small)).toMatchObject({ total: 1_934_99, form: 'below' });
    expect(await rowOf(incorporated)).toMatchObject({
      name: 'Ito Homes, Inc.',
      member: { name: incorporated.name },
      kind: 'corporation',
      w9: { state: 'noted', on: today(), paidTo: '' },
      form: 'corporation',
    });
    expect(await rowOf(unproven)).toMatchObject({
      kind: 'corporation',
      w9: { state: 'missing' },
      form: 'ask',
    });
    expect(await rowOf(renamed)).toMatchObject({
      name: renamed.name,
      w9: { state: 'other-name', paidTo: 'Renamed Homes, Inc.' },
      form: 'ask',
    });
    const found = async (query: string) => (await read(query)).payees.map(({ member }) => member?._id);
    expect(await found('?form=corporation')).toEqual([incorporated.id]);
    expect(await found('?search=renamed homes')).toEqual([renamed.id]);
    const missing = await found('?w9=missing');
    expect(missing).toContain(unproven.id);
    expect(missing).not.toContain(incorporated.id);
    const { sum, total } = await read('?form=corporation');
    expect([total, sum.needs.corporation]).toEqual([1, 1]);
    expect(sum.missing).toBe(missing.length);
    expect(sum.payees).toBe(Object.values(sum.needs).reduce((a, b) => a + b, 0));
  });

  it('keeps the payments of an account that has gone, which no one can judge any more', async () => {
    const agent = await agentOf();
    await noteCheck(server, agent.id, 'w9');
    await paid(agent);
    await made(server, office, `DELETE /api/users/${agent.id}`);
    const { payees } = await read(`?search=${encodeURIComponent(agent.name)}`);
    expect(payees).toMatchObject([{ name: agent.name, member: null, total: 20_650_00, form: 'ask' }]);
  });

  it('counts who has left as they were noted', async () => {
    const agent = await agentOf();
    const note = (body: object) =>
      made(server, office, `POST /api/compliance/members/${agent.id}/entries`, body);
    await note({ kind: 'joined', on: addDays(today(), -40) });
    await noteCheck(server, agent.id, 'w9');
    await paid(agent);
    await note({ kind: 'left', on: today(), forCause: false });
    expect(await rowOf(agent)).toMatchObject({ w9: { state: 'noted' }, form: 'yes' });
  });

  it('has pages of 100 by `skip`', async () => {
    const agents = Array.from({ length: 101 }, (_, at) => ({ id: newId(), name: `Page Agent ${at}` }));
    const account = { admin: false, password_hash: null, suspended_at: null, last_sign_in_at: null };
    await server.db
      .insertInto('users')
      .values(
        agents.map((agent) => ({ ...agent, ...account, email: `${agent.id}@x.test`, created_at: now() })),
      )
      .execute();
    const csv = agents.map(
      ({ id, name }, at) =>
        `P-${at},${id}@x.test,${name},residential,500000,9000,600,8400,2019-05-0${1 + (at % 9)}`,
    );
    await made(server, office, 'POST /api/closings/import', {
      csv: `reference,agent,property,kind,price,gross,fees,kept,paid\n${csv.join('\n')}`,
      apply: true,
    });
    const first = await read('', '2019');
    expect([first.total, first.payees.length]).toEqual([101, 100]);
    const rest = await read('?skip=100', '2019');
    expect([rest.total, rest.payees.length]).toEqual([101, 1]);
    const names = [...first.payees, ...rest.payees].map(({ name }) => name);
    expect(names.toSorted()).toEqual(agents.map(({ name }) => name).toSorted());
  });

  it('is empty in a year without a payment, and refuses a year or filter that is not known', async () => {
    expect(await read('', '2018')).toMatchObject({ total: 0, payees: [], sum: { paid: 0, payees: 0 } });
    const refused = async (path: string) => {
      const { status, body } = await server.call(`GET /api/payees/${path}`, { token: office.token });
      return [status, body.msg];
    };
    expect(await refused(`${year}?form=maybe`)).toEqual([400, 'Form must be yes, ask, corporation or below']);
    expect(await refused('1999')).toEqual([404, 'Year not found']);
  });

  if (engine === 'sqlite')
    it('is added up from an index by agent, as production is, and reads no letter', async () => {
      const range = { from: '2026-01-01', to: '2026-12-31' };
      const produced = await queriesOf(server.db, (db) =>
        readProduction(db, range, { sort: 'name', skip: 0 }),
      );
      const queries = await queriesOf(server.db, (db) => readPayees(db, 2026, { search: '', skip: 0 }));
      const plansOf = (all: typeof queries) => Promise.all(all.map((query) => planOf(server.db, query)));
      const byAgent = 'USING COVERING INDEX paid_figures_by_agent (user_id>?)';
      expect((await plansOf(produced)).join('\n')).toContain(byAgent);
      const plans = (await plansOf(queries)).join('\n');
      for (const part of [
        byAgent,
        'USING COVERING INDEX paid_figures_by_corporation (user_id>?)',
        'INDEX paid_figures_referred (on_day>? AND on_day<?)',
      ])
        expect(plans).toContain(part);
      expect(plans).not.toContain('letter');
    });

  it('is for admins only', async () => {
    const members: [string | undefined, number][] = [
      [undefined, 401],
      [(await person(server)).token, 403],
      [(await coordinator(server)).token, 403],
    ];
    for (const [token, status] of members)
      for (const path of ['', '/csv', '/threshold'])
        expect((await server.call(`GET /api/payees/${year}${path}`, { token })).status).toBe(status);
  });
});

describe('the file', () => {
  it('has name, amount and address, no formula, and is in the audit log', async () => {
    const agent = await agentOf();
    await paid(agent, {
      referral: { by: 'amount', amount: 2_500_00, broker: '=HYPERLINK("x")', license: 'F-1', state: 'NV' },
    });
    const { status, body } = await server.call(`GET /api/payees/${year}/csv?search=hyperlink`, {
      token: office.token,
    });
    expect(status).toBe(200);
    expect(body).toContain(`"'=HYPERLINK(""x"")","2500.00","","Other broker"`);
    const all = await made(server, office, `GET /api/payees/${year}/csv`);
    const [head, ...lines] = linesOf(all);
    expect(head?.slice(0, 3)).toEqual(['Name', 'Amount', 'Address']);
    expect(lines).toHaveLength((await read()).total);
    const amounts = lines.map(([, amount = '']) => Math.round(Number(amount) * 100));
    expect(amounts.reduce((a, b) => a + b, 0)).toBe((await read()).sum.paid);
    const [event] = await made(server, office, 'GET /api/audit?action=payees.exported');
    expect(event).toMatchObject({ object: { name: `Payees of ${year}` }, actor: { name: office.name } });
  });

  it('has the address that a member gave on joining, in one line', async () => {
    const agent = await person(server);
    const signer = await broker(server);
    const answers = { ...completeAnswers, address: '5 Elm St\nIrvine, CA 92618' };
    await joinedLead(server, signer.token, { email: agent.email }, answers);
    await letWork(server, agent.id);
    await paid(agent);
    const file = await made(
      server,
      office,
      `GET /api/payees/${year}/csv?search=${encodeURIComponent(agent.name)}`,
    );
    expect(linesOf(file)[1]?.slice(0, 4)).toEqual([
      agent.name,
      '20650.00',
      '5 Elm St, Irvine, CA 92618',
      'Agent',
    ]);
  });
});

describe('the threshold', () => {
  const ofYear = (of: string) => made(server, office, `GET /api/payees/${of}/threshold`);
  const save = (of: string, body: object, headers = {}) =>
    server.call(`PUT /api/payees/${of}/threshold`, { token: office.token, body, headers });

  it('is that of the law until 2026, and then what the office enters', async () => {
    expect(await ofYear('2025')).toMatchObject({ byLaw: true, threshold: { amount: 600_00 } });
    expect(await ofYear('2026')).toEqual({
      year: 2026,
      byLaw: true,
      threshold: { amount: 2_000_00, source: 'Public Law 119-21, section 70433' },
    });
    expect(await ofYear('2027')).toEqual({ year: 2027, byLaw: false, threshold: null });
    const agent = await agentOf();
    const id = await paid(agent);
    await move(id, '2027-02-01');
    expect(await rowOf(agent, '2027')).toMatchObject({ form: 'ask' });
    const body = { amount: 20_650_01, source: 'Notice of the IRS' };
    expect((await save('2027', body)).body).toEqual({ year: 2027, byLaw: false, threshold: body });
    expect(await rowOf(agent, '2027')).toMatchObject({ form: 'below' });
    await save('2027', { ...body, amount: 20_650_00 });
    expect(await rowOf(agent, '2027')).toMatchObject({ form: 'yes' });
    const [event] = await made(server, office, 'GET /api/audit?action=payee-threshold.updated');
    expect(event.details).toBe('$20,650.01 (Notice of the IRS) → $20,650 (Notice of the IRS)');
  });

  it('is refused for a year of the law, without a source, of nothing, and over a newer one', async () => {
    const body = { amount: 2_050_00, source: 'Notice of the IRS' };
    const fixed = await save('2026', body);
    expect([fixed.status, fixed.body.msg]).toEqual([400, 'The threshold of 2026 is fixed by law']);
    expect((await save('2028', { ...body, source: '' })).body.errors).toMatchObject([{ field: 'source' }]);
    expect((await save('2028', { ...body, amount: 0 })).body.errors).toMatchObject([{ field: 'amount' }]);
    const { headers } = await server.call('GET /api/payees/2028/threshold', { token: office.token });
    const seen = { 'if-match': headers.get('etag') ?? '' };
    expect((await save('2028', body, seen)).status).toBe(200);
    const old = await save('2028', { ...body, amount: 1 }, seen);
    expect([old.status, (await ofYear('2028')).threshold]).toEqual([412, body]);
    const { token } = await coordinator(server);
    for (const [caller, status] of [
      [undefined, 401],
      [token, 403],
    ] as const)
      expect((await server.call('PUT /api/payees/2028/threshold', { token: caller, body })).status).toBe(
        status,
      );
  });
});
