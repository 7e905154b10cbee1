import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  closingIn,
  closingSettingsBody,
  importedClosing,
  letWork,
  made,
  payment,
  takeStep,
  versionOf,
} from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { contactRequest, legalHold, type Person, person, webhookFields } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { amountExamples } from '../../../shared/fees/amount-examples.ts';
import { maxCounts } from '../../../shared/field-limits.ts';
import { unreadAmount } from '../../../shared/money.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { eraseOldClosings } from './erase-old-closings.ts';
import { remindOfPromises } from './remind-of-promises.ts';

let server: TestServer;
let agent: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  agent = await person(server);
  office = await approver(server);
  await letWork(server, agent.id);
});
afterAll(() => server.stop());

const today = () => officeDay(now());
const thisYear = () => today().slice(0, 4);
const report = (given: object = {}, who = agent) =>
  made(server, who, 'POST /api/my-closings', closingBody(given));
const tryTo = (who: Person, key: string, body?: unknown) => server.call(key, { token: who.token, body });
const tryToApprove = async (id: string) =>
  tryTo(office, `POST /api/closings/${id}/approve`, await approval(server, office, id));
const approve = (id: string) => takeStep(server, office, id, 'approved');
const payAll = async (id: string) => {
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, id, step);
};
const yearOf = (who: Person) => made(server, who, `GET /api/my-closing-years/${thisYear()}`);

describe('both sides', () => {
  it('are two closings with one price', async () => {
    const both = await person(server);
    await letWork(server, both.id);
    const sides = {
      price: 2_000_000_00,
      commission: { by: 'rate', rate: 1_50 },
      bothSides: true,
      otherSide: { by: 'rate', rate: 1_50 },
    };
    const { _id, linked } = await report(sides, both);
    expect(linked).toMatchObject([{ agent: { _id: both.id }, gross: 30_000_00 }]);
    const other = linked[0]._id;
    const decide = (id: string, body: object) =>
      made(server, office, `PUT /api/closings/${id}/decisions`, body);
    await decide(_id, { sides: 'here' });
    await decide(other, { sides: 'each', settled: { estimate: 2_000_00, fee: 2_000_00 } });
    expect((await tryToApprove(other)).status).toBe(400);
    const { statement } = await decide(other, { sides: 'there' });
    expect(statement.fees).toBe(0);
    const one = await made(server, office, `GET /api/closings/${_id}`);
    expect(one.statement.fees).toBe(3_000_00);
    await payAll(_id);
    await payAll(other);
    const { total } = await yearOf(both);
    expect(total).toMatchObject({
      closings: 1,
      sides: 2,
      volume: 2_000_000_00,
      gross: 60_000_00,
      fees: 3_000_00,
    });
    const { months } = await made(server, office, 'GET /api/closings/insights');
    const volume = months.reduce((sum: number, month: { volume: number }) => sum + month.volume, 0);
    expect(volume).toBe(2_000_000_00);
    expect(
      (await tryTo(agent, 'POST /api/my-closings', closingBody({ otherSide: sides.otherSide }))).status,
    ).toBe(400);
  });

  it('of two agents of ours are linked by the office, and apart again', async () => {
    const one = await report();
    const other = await report();
    const linked = await made(server, office, `POST /api/closings/${one._id}/link`, {
      closing: other._id.toUpperCase(),
    });
    expect(linked.linked).toMatchObject([{ _id: other._id, gross: other.statement.gross }]);
    const stranger = await person(server);
    await letWork(server, stranger.id);
    const theirs = await report({}, stranger);
    await made(server, office, `POST /api/closings/${theirs._id}/link`, { closing: one._id });
    const seen = await made(server, stranger, `GET /api/my-closings/${theirs._id}`);
    expect(seen.linked.map(({ gross }: { gross: number | null }) => gross)).toEqual([null, null]);
    await made(server, office, `DELETE /api/closings/${theirs._id}/link`);
    const counted = async () =>
      (
        await server.db
          .selectFrom('closings')
          .select('counts_price')
          .where('id', 'in', [one._id, other._id])
          .orderBy('id')
          .execute()
      ).map(({ counts_price }) => counts_price);
    expect(await counted()).toEqual([true, false]);
    expect((await tryTo(office, `POST /api/closings/${one._id}/link`, { closing: one._id })).status).toBe(
      400,
    );
    await made(server, office, `POST /api/closings/${one._id}/fell-through`, {
      reason: 'The seller withdrew',
    });
    expect(await counted()).toEqual([false, true]);
    await made(server, office, `DELETE /api/closings/${one._id}/link`);
    expect(await counted()).toEqual([true, true]);
  });
});

it('a short sale that falls through after the letter carries its charge to one next closing', async () => {
  const short = await report({ price: 500_000_00, shortSale: true });
  await approve(short._id);
  const before = await takeStep(server, office, short._id, 'letter-sent');
  expect(before.dueAfterFall).toMatchObject([{ label: 'Short sale processing', amount: -795_00 }]);
  const fallen = await made(server, office, `POST /api/closings/${short._id}/fell-through`, {
    reason: 'The lender refused',
    charges: [{ label: 'Short sale processing', amount: 795_00, reason: 'Non-refundable' }],
  });
  expect(fallen.letters).toMatchObject([{ kind: 'notice' }, { kind: 'letter', withdrawn: {} }]);
  expect(fallen.state).toBe('fell-through');
  const next = await report();
  const { charges } = await made(server, office, `GET /api/closings/${next._id}`);
  expect(charges).toMatchObject([{ amount: 795_00, from: short.entry.property }]);
  const carried = { carried: [charges[0]._id] };
  const decided = await made(server, office, `PUT /api/closings/${next._id}/decisions`, carried);
  expect(decided.statement).toMatchObject({ deductions: 795_00, agentKeeps: 19_855_00, fees: 600_00 });
  const third = await report();
  await made(server, office, `PUT /api/closings/${third._id}/decisions`, carried);
  await approve(next._id);
  const twice = await tryToApprove(third._id);
  expect([twice.status, twice.body.msg]).toEqual([400, 'A charge is already kept from another closing']);
  const stranger = await report({}, await person(server));
  expect((await tryTo(office, `PUT /api/closings/${stranger._id}/decisions`, carried)).status).toBe(400);
});

it('is paid on no day before its first approval, and corrected on none before the payment', async () => {
  const { _id } = await report();
  const approvedOn = (day: string) =>
    server.db
      .updateTable('closing_events')
      .set({ created_at: `${day}T20:00:00.000Z` })
      .where('closing_id', '=', _id)
      .where('kind', '=', 'approved')
      .execute();
  await approve(_id);
  await approvedOn('2026-03-03');
  // Approved again since, it may have been paid by the first letter.
  await made(server, office, `POST /api/closings/${_id}/withdraw`, { reason: 'Another price' });
  await approve(_id);
  for (const step of ['letter-sent', 'closed', 'funds-received'] as const)
    await takeStep(server, office, _id, step);
  await server.db
    .updateTable('closing_events')
    .set({ created_at: '2026-03-03T20:00:00.000Z' })
    .where('id', '=', (e) =>
      e
        .selectFrom('closing_events')
        .select((each) => each.fn.min('id').as('id'))
        .where('closing_id', '=', _id)
        .where('kind', '=', 'approved'),
    )
    .execute();
  const paid = await payment(server, office, _id);
  const pay = (on: string) => tryTo(office, `POST /api/closings/${_id}/paid`, { ...paid, on });
  expect((await pay('2026-03-02')).body.errors).toEqual([
    { msg: "The payment can't be before the closing was approved, on Mar 3, 2026", field: 'on' },
  ]);
  expect((await pay('2026-03-03')).status).toBe(200);
  const correction = { version: paid.version + 1, on: '2026-03-02', reason: 'Counted twice', kept: 100 };
  const correct = (body: object) => tryTo(office, `POST /api/closings/${_id}/corrections`, body);
  expect((await correct(correction)).body.errors).toEqual([
    { msg: "A correction can't be before the payment, on Mar 3, 2026", field: 'on' },
  ]);
  expect((await correct({ ...correction, on: '2026-03-03' })).status).toBe(200);
});

it('approving, paying and correcting take the version that was looked at', async () => {
  const { _id } = await report();
  const act = (what: string, body: object) => tryTo(office, `POST /api/closings/${_id}/${what}`, body);
  const { version: seen } = await approval(server, office, _id);
  const line = { label: 'Courier', amount: -20_00, reason: 'Overnight' };
  await made(server, office, `PUT /api/closings/${_id}/decisions`, { lines: [line] });
  expect((await act('approve', { ...(await approval(server, office, _id)), version: seen })).status).toBe(
    412,
  );
  for (const step of ['approved', 'letter-sent', 'closed', 'funds-received'] as const)
    await takeStep(server, office, _id, step);
  const { version, ...paid } = await payment(server, office, _id);
  expect((await act('paid', { ...paid, version: version - 1 })).status).toBe(412);
  expect((await act('paid', { ...paid, version })).status).toBe(200);
  const correction = { on: today(), reason: 'Counted twice', kept: 100 };
  expect((await act('corrections', { ...correction, version })).status).toBe(412);
  expect((await act('corrections', { ...correction, version: version + 1 })).status).toBe(200);
});

it('a paid closing changes only by a correction with its reason', async () => {
  const member = await person(server);
  await letWork(server, member.id);
  const { _id } = await report({}, member);
  await payAll(_id);
  const refused = await tryTo(member, `PUT /api/my-closings/${_id}`, closingBody({ price: 1_00 }));
  expect(refused.body.msg).toBe('A paid closing can be changed only by a correction');
  expect((await tryTo(office, `POST /api/closings/${_id}/withdraw`, { reason: 'No' })).status).toBe(400);
  const correct = async (body: object) =>
    tryTo(office, `POST /api/closings/${_id}/corrections`, {
      version: await versionOf(server, office, _id),
      ...body,
    });
  expect((await correct({ on: today(), kept: 100 })).body.errors).toMatchObject([{ field: 'reason' }]);
  expect((await correct({ on: today(), reason: 'Nothing' })).status).toBe(400);
  expect((await correct({ on: '2999-01-01', reason: 'Later', kept: 1 })).status).toBe(400);
  const reason = 'The coordinator was not used';
  const corrected = await correct({ on: today(), reason, fees: -500_00, kept: 500_00 });
  expect(corrected.body).toMatchObject({ state: 'paid', statement: { agentKeeps: 20_650_00 } });
  const year = await yearOf(member);
  expect(year.total).toMatchObject({ fees: 100_00, kept: 21_150_00, volume: 850_000_00 });
  expect(year.entries.at(-1)).toMatchObject({ kind: 'correction', why: [{ reason }] });
  const csv = await tryTo(member, `GET /api/my-closing-years/${thisYear()}/csv`);
  expect(csv.body).toContain(`"Correction 500.00: ${reason}"`);
  const slip = { on: today(), reason, kept: -50_000_00 };
  expect((await correct(slip)).body.errors).toEqual([
    {
      msg: 'The corrections of this closing would be more than its own gross of $21,250. Is it right?',
      field: 'beyondGross',
    },
  ]);
  // Many small ones are a large one; what takes one back is none.
  const half = { on: today(), reason, kept: -15_000_00 };
  expect([await correct(half), await correct(half)].map(({ status }) => status)).toEqual([200, 400]);
  expect((await correct({ ...half, kept: 15_000_00 })).status).toBe(200);
  expect((await correct({ on: today(), reason, price: 850_000_01 })).status).toBe(400);
  const [, text] = await textsTo(server, member.email);
  expect(text).toContain('/dashboard/my-closings/');
  expect((await correct({ ...slip, beyondGross: true })).status).toBe(200);
  const unpaid = await report();
  const body = { version: unpaid.version, on: today(), reason, kept: 1 };
  expect((await tryTo(office, `POST /api/closings/${unpaid._id}/corrections`, body)).status).toBe(400);
});

it('a year of more than 1,000 entries says where its list and sums end', async () => {
  const member = await person(server);
  const { _id } = await report({}, member);
  const row = await server.db
    .selectFrom('closings')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  // Each correction is counted after those of its closing before it.
  const closings = Array.from({ length: 50 }, () => ({ ...row, id: newId(), deal_id: newId() }));
  await server.db.insertInto('closings').values(closings).execute();
  const entry = (kept: number, on_day: string, at = 0) => ({
    id: newId(),
    closing_id: closings[at % closings.length]?.id ?? _id,
    agent_id: member.id,
    on_day,
    reason: 'Counted',
    kept,
    price: 0,
    gross: 0,
    fees: 0,
    actor_name: 'The office',
    created_at: now(),
  });
  const add = (rows: ReturnType<typeof entry>[]) =>
    server.db.insertInto('closing_corrections').values(rows).execute();
  await add(Array.from({ length: 1000 }, (_, at) => entry(1_00, '2024-03-01', at)));
  const year = () => made(server, member, 'GET /api/my-closing-years/2024');
  expect(await year()).toMatchObject({ until: null, total: { kept: 1_000_00 } });
  await add([entry(5_00, '2024-04-01')]);
  const cut = await year();
  expect(cut).toMatchObject({ until: '2024-03-01', total: { kept: 1_000_00 } });
  expect(cut.entries).toHaveLength(1000);
  const { body } = await tryTo(member, 'GET /api/my-closing-years/2024/csv');
  expect(body.trimEnd().split('\n').at(-1)).toContain('Only the first 1,000 entries are here');
});

it('the statement is a PDF with the agent’s license, and money with two decimals', async () => {
  const { _id } = await report();
  const deductions = [{ kind: 'other', amount: 5_00, reason: 'A lost $1M key' }];
  await tryTo(office, `PUT /api/closings/${_id}/decisions`, { deductions });
  const answer = await tryTo(agent, `GET /api/my-closings/${_id}/statement`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const headers = { 'x-auth-token': agent.token };
  const file = await fetch(`${server.url}/api/my-closings/${_id}/statement`, { headers });
  const { text, tables } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  expect(text).toContain(`${agent.name}, DRE license `);
  expect(tables.flat()).toContainEqual(['Deduction', 'A lost $1M key', '−$5.00']);
  const amounts: string[] = text.replace('$1M', '').match(/\$[\d,.]*\d/g) ?? [];
  expect(amounts.length).toBeGreaterThan(4);
  expect(amounts.filter((amount) => !/\.\d\d$/.test(amount))).toEqual([]);
});

it('a draft takes the place of none that its form has not seen, and is left by the report of another form', async () => {
  const member = await person(server);
  const save = (body: object) => server.call('PUT /api/my-closings/draft', { token: member.token, body });
  const { saved } = (await save({ form: '{"property":"1 Main"}', seen: null })).body;
  for (const seen of [null, '2026-01-01T00:00:00.000Z'])
    expect(await save({ form: '{"property":"2 Main"}', seen })).toMatchObject({ status: 412 });
  await report({ draft: null }, member);
  expect(await made(server, member, 'GET /api/my-closings/draft')).toMatchObject({ saved });
  const again = (await save({ form: '{"property":"1 Main St"}', seen: saved })).body;
  await save({ form: '', seen: null });
  expect(await made(server, member, 'GET /api/my-closings/draft')).toMatchObject({ saved: again.saved });
  await report({ draft: again.saved }, member);
  expect(await made(server, member, 'GET /api/my-closings/draft')).toEqual({ form: '', saved: null });
  expect(await save({ form: '{}', seen: 'soon' })).toMatchObject({ status: 400 });
});

it('the form is kept, copies leave out what is of one closing, and a report begins with the fees', async () => {
  const member = await person(server);
  await made(server, member, 'PUT /api/my-closings/draft', { form: '{"property":"1 Main"}' });
  expect(await made(server, member, 'GET /api/my-closings/draft')).toMatchObject({
    form: '{"property":"1 Main"}',
  });
  const { _id } = await report({ note: 'x' }, member);
  expect(await made(server, member, 'GET /api/my-closings/draft')).toEqual({ form: '', saved: null });
  const copy = await made(server, member, `GET /api/my-closings/${_id}/copy`);
  expect(copy).toMatchObject({ price: 850_000_00, fileNumber: '', expectedOn: null, note: '' });
  expect(await made(server, member, 'GET /api/my-closings/start')).toMatchObject({
    mayWork: false,
    agreement: null,
    promiseDays: 1,
    fees: { sale: 475_00 },
  });
});

it('the office works from the top: who waits longest, and what is due', async () => {
  const id = await closingIn({ server, owner: agent }, 'package-received');
  await server.db.updateTable('closings').set({ promise_due: '2026-01-05' }).where('id', '=', id).execute();
  const work = await made(server, office, 'GET /api/closings/work');
  expect(work.pay.closings[0]).toMatchObject({ _id: id, promise: { state: 'late' } });
  const waits = work.decide.closings.map(({ since }: { since: string }) => since);
  expect(waits).toEqual(waits.toSorted());
  const { count } = await made(server, office, 'GET /api/closings/new-count');
  expect([count > 0, count]).toEqual([true, work.decide.count]);
  const late = await made(server, office, 'GET /api/closings?promise=late');
  expect(late.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
  const mine = `GET /api/closings?agent=${agent.id}&state=reported&limit=1`;
  const first = await tryTo(office, mine);
  const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await made(server, office, `GET ${next}`);
  expect(second[0]._id).not.toBe(first.body[0]._id);
  const found = await made(server, office, 'GET /api/closings?search=ocean%20view&sort=-since');
  expect(found.length).toBeGreaterThan(0);
  await remindOfPromises(server.parts);
  await remindOfPromises(server.parts);
  const told = (await textsTo(server, office.email)).filter((text) => text.includes('late'));
  expect(told).toHaveLength(1);
});

it('settings name admins and coordinators alone', async () => {
  const admin = await person(server, { admin: true });
  const before = await made(server, admin, 'GET /api/closings/settings');
  const save = (given: object) => tryTo(admin, 'PUT /api/closings/settings', closingSettingsBody(given));
  expect((await save({ approvers: [{ user: agent.id, capacity: 'Broker' }] })).body.msg).toBe(
    'Approvers need the right to closings',
  );
  expect((await save({ keepYears: 2 })).status).toBe(400);
  expect((await save({ package: ['A', 'A'] })).status).toBe(400);
  expect(await made(server, admin, 'GET /api/closings/settings')).toEqual(before);
});

it('each setting that changes is in the audit log, with its old and new value', async () => {
  const admin = await person(server, { admin: true });
  const before = await made(server, admin, 'GET /api/closings/settings');
  const approvers = before.approvers.map(({ user, capacity }: { user: Person; capacity: string }) => ({
    user: Reflect.get(user, '_id'),
    capacity,
  }));
  const save = (given: object) =>
    made(server, admin, 'PUT /api/closings/settings', { ...before, approvers, ...given });
  await save({ broker: 'Off Holdings LLC', cutOff: 11 });
  const [event] = await made(server, admin, 'GET /api/audit?action=closing-settings.updated');
  expect(event.details).toBe(
    `broker: ${before.broker || 'legal name'} → Off Holdings LLC; cut-off hour: ${before.cutOff} → 11`,
  );
  await save({});
});

it('closings of another system are added once, by their reference', async () => {
  const member = await person(server);
  const admin = await person(server, { admin: true });
  const load = (csv: string, apply = true) =>
    made(server, admin, 'POST /api/closings/import', { csv, apply });
  const csv = importedClosing(member.email, 'B-1');
  expect(await load(csv, false)).toMatchObject({ rows: 1, added: 1, errors: [] });
  expect(await load(csv)).toMatchObject({ added: 1, known: 0 });
  expect(await load(csv)).toMatchObject({ added: 0, known: 1 });
  const wrong = await load(
    `${importedClosing('nobody@example.com', 'B-2')}\nB-3,${member.email},x,house,1,1,1,1,2026-01-01`,
  );
  expect(wrong).toMatchObject({ added: 0, errors: [{ line: 2 }, { line: 3 }] });
  expect((await tryTo(admin, 'POST /api/closings/import', { csv: 'a,b\n1,2' })).status).toBe(400);
  const [titles = '', ...lines] = importedClosing(member.email, 'B-5').split('\n');
  const twice = [`${titles},Kept`, ...lines.map((line) => `${line},1`)].join('\n');
  const { status, body } = await tryTo(admin, 'POST /api/closings/import', { csv: twice });
  expect([status, body.msg]).toEqual([400, 'These columns stand twice: kept']);
  const early = importedClosing(member.email, 'B-4').replace('2026-01-15', '0000-01-01');
  expect(await load(early)).toMatchObject({ added: 0, errors: [{ line: 2 }] });
  const year = await made(server, member, 'GET /api/my-closing-years/2026');
  expect(year.total).toMatchObject({ closings: 1, volume: 500_000_00, gross: 12_500_00, kept: 11_900_00 });
});

it('closings are added once by two imports at once that write their reference in another case', async () => {
  const [member, admin] = [await person(server), await person(server, { admin: true })];
  const loads = ['Same-1', 'SAME-1', 'same-1'].map((reference) =>
    made(server, admin, 'POST /api/closings/import', {
      csv: importedClosing(member.email, reference),
      apply: true,
    }),
  );
  const added = (await Promise.all(loads)).map((load) => load.added);
  expect(added.toSorted()).toEqual([0, 0, 1]);
});

it('a file of closings may have each cell in quotation marks', async () => {
  const admin = await person(server, { admin: true });
  const [titles = '', line = ''] = importedClosing('no.one@example.com', 'Q-0').split('\n');
  const quoted = (cells: string) => `"${cells.split(',').join('","')}"`;
  const lines = Array.from({ length: maxCounts.bulkRows }, (_, at) => quoted(line.replace('Q-0', `Q-${at}`)));
  const csv = [quoted(titles), ...lines].join('\n');
  const load = await made(server, admin, 'POST /api/closings/import', { csv, apply: false });
  expect(load.rows).toBe(maxCounts.bulkRows);
});

it('an import has its audit event with each 100 lines that it adds', async () => {
  const member = await person(server);
  const admin = await person(server, { admin: true });
  const [header, line = ''] = importedClosing(member.email, 'C-0').split('\n');
  const lines = Array.from({ length: 101 }, (_, number) => line.replace('C-0', `C-${number}`));
  const csv = [header, ...lines].join('\n');
  expect(await made(server, admin, 'POST /api/closings/import', { csv, apply: true })).toMatchObject({
    added: 101,
  });
  const events = await made(server, admin, 'GET /api/audit?action=closings.imported');
  expect(
    events
      .filter(({ actor }: { actor: { _id: string } }) => actor._id === admin.id)
      .map(({ details }: { details: string }) => details),
  ).toEqual(['1 added', '100 added']);
});

describe('the file of another system', () => {
  const check = (csv: string) => made(server, office, 'POST /api/closings/import', { csv, apply: false });
  const titles = 'reference,agent,property,kind,price,gross,fees,kept,paid';
  const line = (reference: string, given: { price?: string; gross?: string; paid?: string } = {}) => {
    const { price = '500000', gross = '12500', paid = '2026-01-15' } = given;
    return `${reference},${agent.email},1 Main St,residential,"${price}","${gross}",600,11900,${paid}`;
  };

  it('has its amounts read as people write them; others are refused by name, and none is multiplied', async () => {
    const csv = [titles, ...amountExamples.map(({ typed }, at) => line(`E-${at}`, { price: typed }))];
    const { closings, errors, added } = await check(csv.join('\n'));
    const byLine = new Map(closings.map((each: { line: number; price: number }) => [each.line, each.price]));
    for (const [at, { typed, amount }] of amountExamples.entries())
      expect([typed, byLine.get(at + 2)]).toEqual([typed, amount]);
    const refused = amountExamples.flatMap(({ amount }, at) => (amount === undefined ? [at + 2] : []));
    expect(errors.map((each: { line: number }) => each.line)).toEqual(refused);
    expect(errors[0].msg).toBe(`Price: ${unreadAmount}`);
    expect(added).toBe(0);
  });

  it('has its days read as spreadsheets write them', async () => {
    const days = ['1/5/2026', '1/5/26', '1/5/2026 0:00', '2026-01-05T00:00:00', '2026-01-05 00:00:00'];
    const { closings } = await check(
      [titles, ...days.map((paid, at) => line(`D-${at}`, { paid }))].join('\n'),
    );
    expect(closings.map(({ paid }: { paid: string }) => paid)).toEqual(days.map(() => '2026-01-05'));
    const refused = ['31/01/2026', '1/5/2026 9:30', '01-05-2026', 'Jan 5', '46053'];
    const { errors } = await check(
      [titles, ...refused.map((paid, at) => line(`F-${at}`, { paid }))].join('\n'),
    );
    expect(errors).toHaveLength(refused.length);
  });

  it('has its titles and kinds read as programs write them', async () => {
    const written = titles
      .replace('agent', 'Ａｇｅｎｔ')
      .replace('property', ' PROPERTY\u200b')
      .replace('kind', 'Kínd');
    for (const kind of ['Residential', 'RESIDENTIAL', ' residential', 'resi\u00addential'])
      expect(await check([written, line('T-1').replace('residential', kind)].join('\n'))).toMatchObject({
        added: 1,
        closings: [{ kind: 'residential' }],
      });
    expect(await check([written, line('T-1').replace('residential', 'house')].join('\n'))).toMatchObject({
      errors: [{ line: 2, msg: 'Kind must be residential, commercial, lease or referral' }],
    });
  });

  it('shows every row and the sums before anything is added', async () => {
    const csv = [titles, line('S-1', { price: '$500,000.50' }), line('S-2', { paid: '1/5/2026' })].join('\n');
    const { closings, sums, added, rows } = await check(csv);
    expect({ rows, added }).toEqual({ rows: 2, added: 2 });
    expect(sums).toEqual({ price: 1_000_000_50, gross: 25_000_00, fees: 1_200_00, kept: 23_800_00 });
    expect(closings).toMatchObject([
      { line: 2, reference: 'S-1', agent: agent.email, price: 500_000_50, paid: '2026-01-15', known: false },
      { line: 3, reference: 'S-2', paid: '2026-01-05' },
    ]);
    const found = await server.db
      .selectFrom('closings')
      .select('id')
      .where('reference', 'like', 'S-%')
      .execute();
    expect(found).toEqual([]);
  });

  it('has errors by the line that an editor shows, however it is written', async () => {
    const wrong = line('L-2', { price: '850000,00' });
    const lines = [
      titles,
      '',
      line('L-1').replace('1 Main St', '"1 Main St\nUnit 2"'),
      wrong,
      'L-3',
      `${line('L-4')},475`,
    ];
    const expected = [
      { line: 5, msg: `Price: ${unreadAmount}` },
      { line: 6, msg: 'Agent is missing' },
      {
        line: 7,
        msg: 'This line has more cells than the first line. Put amounts with commas in quotation marks',
      },
    ];
    expect((await check(lines.join('\r\n'))).errors).toEqual(expected);
    expect((await check(`\uFEFF${lines.join('\r')}`)).errors).toEqual(expected);
    const later = expected.map((error) => ({ ...error, line: error.line + 1 }));
    const semicolons = lines.map((each) => each.replaceAll(',', ';').replace('850000;00', '850000,00'));
    expect((await check(`sep=;\n${semicolons.join('\n')}`)).errors).toEqual(later);
    const tabs = semicolons.map((each) => each.replaceAll(';', '\t'));
    expect((await check(tabs.join('\n'))).errors).toEqual(expected);
  });
});

it('a file that would take seconds to read is refused', async () => {
  const file = (csv: string) => tryTo(office, 'POST /api/closings/import', { csv, apply: false });
  expect((await file('a,'.repeat(900_000))).body.msg).toBe('The first line must name the columns');
  const header = importedClosing(agent.email).split('\n')[0];
  expect((await file(`${header}\n${'a,'.repeat(900_000)}`)).body.msg).toContain('cells');
  expect((await file(`${header}\n${'"a"b\n'.repeat(200_000)}`)).body.msg).toContain('quotation marks');
});

it('members without a payment for 90 days are told of, those longest without first', async () => {
  const idle = await person(server, { created_at: fromNow(-100 * day) });
  const { idle: count } = await made(server, office, 'GET /api/closings/insights');
  const list = await made(server, office, 'GET /api/closings/idle');
  expect(list).toContainEqual({ user: { _id: idle.id, name: idle.name }, lastPaid: null });
  expect(list).toHaveLength(count);
});

it('other systems are sent each closing', async () => {
  const admin = await person(server, { admin: true });
  const events = ['closing.reported', 'closing.approved', 'closing.paid'];
  await made(server, admin, 'POST /api/webhooks', { ...webhookFields, events });
  const member = await person(server);
  await report({}, member);
  await report({}, member);
  const rows = await server.db
    .selectFrom('webhook_deliveries')
    .select(['event', 'payload'])
    .where('user_id', '=', member.id)
    .execute();
  expect(rows.map(({ event }) => event)).toEqual(['closing.reported', 'closing.reported']);
  expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({
    data: { price: 850_000_00, state: 'reported' },
  });
});

it('a step or payment of long ago shortens no record, and an erased record is in the audit log', async () => {
  const { _id } = await report();
  await approve(_id);
  await takeStep(server, office, _id, 'letter-sent');
  const steps = `/api/closings/${_id}/steps`;
  for (const at of ['0001-01-01T00:00:00Z', '1899-12-31T12:00:00Z'])
    expect((await tryTo(office, `POST ${steps}`, { step: 'closed', at })).body.msg).toBe('Time is not valid');
  await made(server, office, `POST ${steps}`, { step: 'closed', at: '2001-01-01T12:00:00Z' });
  await takeStep(server, office, _id, 'package-received');
  const paid = await payment(server, office, _id);
  for (const on of ['0000-01-01', '0001-01-01', '2001-01-02'])
    expect((await tryTo(office, `POST /api/closings/${_id}/paid`, { ...paid, on })).status).toBe(400);
  await made(server, office, `POST /api/closings/${_id}/paid`, paid);
  await eraseOldClosings(server.parts);
  expect((await tryTo(office, `GET /api/closings/${_id}`)).status).toBe(200);

  await server.db.updateTable('closings').set({ keep_from: '2001-01-01' }).where('id', '=', _id).execute();
  await eraseOldClosings(server.parts);
  expect((await tryTo(office, `GET /api/closings/${_id}`)).status).toBe(404);
  const admin = await person(server, { admin: true });
  const erased = await made(server, admin, 'GET /api/audit?action=closing.erased');
  expect(erased).toMatchObject([{ actor: null, object: { _id } }]);
});

it('records stay under a legal hold of the agent or a co-agent', async () => {
  const partner = await person(server);
  await letWork(server, partner.id);
  const { _id } = await report({ coAgents: [{ user: partner.id, rate: 40_00 }] });
  await server.db.updateTable('closings').set({ keep_from: '2001-01-01' }).where('id', '=', _id).execute();
  const admin = await person(server, { admin: true });
  const there = async () => (await tryTo(office, `GET /api/closings/${_id}`)).status;
  for (const { email } of [agent, partner]) {
    const hold = await made(server, admin, 'POST /api/legal-holds', { ...legalHold(), email });
    await eraseOldClosings(server.parts);
    expect(await there()).toBe(200);
    await made(server, admin, `DELETE /api/legal-holds/${hold._id}`);
  }
  await eraseOldClosings(server.parts);
  expect(await there()).toBe(404);
});

it('old records are erased under legal holds of any number of contact requests', async () => {
  const { _id } = await report();
  const { email } = contactRequest();
  await server.call('POST /api/contact', { body: { ...contactRequest(), email } });
  const request = await server.db
    .selectFrom('contact_requests')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  for (let batch = 0; batch < 11; batch++)
    await server.db
      .insertInto('contact_requests')
      .values(Array.from({ length: 100 }, () => ({ ...request, id: newId(), mail_id: null, reply_id: null })))
      .execute();
  const admin = await person(server, { admin: true });
  await made(server, admin, 'POST /api/legal-holds', { ...legalHold(), email });
  await server.db.updateTable('closings').set({ keep_from: '2001-01-01' }).where('id', '=', _id).execute();
  await eraseOldClosings(server.parts);
  expect((await tryTo(office, `GET /api/closings/${_id}`)).status).toBe(404);
});

it('records stay three years, also of a member who has gone', async () => {
  const leaving = await person(server);
  const { _id } = await report({}, leaving);
  const admin = await person(server, { admin: true });
  const held = await made(server, admin, 'POST /api/personal-data/preview', { email: leaving.email });
  expect(held.held).toContainEqual(
    expect.objectContaining({ table: 'closings', goes: false, why: expect.stringContaining('three years') }),
  );
  await made(server, admin, `DELETE /api/users/${leaving.id}`);
  expect(await made(server, office, `GET /api/closings/${_id}`)).toMatchObject({
    agent: { name: leaving.name },
  });
  const keep = (days: number) =>
    server.db
      .updateTable('closings')
      .set({ keep_from: officeDay(fromNow(-days * day)) })
      .where('id', '=', _id)
      .execute();
  await keep(3 * 365 - 2);
  await eraseOldClosings(server.parts);
  expect((await tryTo(office, `GET /api/closings/${_id}`)).status).toBe(200);
  await keep(3 * 366);
  await eraseOldClosings(server.parts);
  expect((await tryTo(office, `GET /api/closings/${_id}`)).status).toBe(404);
});
