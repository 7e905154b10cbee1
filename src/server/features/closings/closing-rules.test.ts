import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingCases } from '../../../../test/closing-cases.ts';
import {
  approval,
  approver,
  closingBody,
  closingIn,
  coordinator,
  letWork,
  made,
  nameApprover,
  payment,
  takeStep,
} from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { settleClosing } from '../../../shared/closings/closing.ts';
import { formatDay, officeDay } from '../../../shared/dates.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import { now } from '../../platform/db/ids.ts';

let server: TestServer;
let agent: Person;
let partner: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  agent = await person(server);
  partner = await person(server);
  office = await approver(server);
  await letWork(server, agent.id);
  await letWork(server, partner.id);
});
afterAll(() => server.stop());

const report = (given: object = {}, who = agent) =>
  made(server, who, 'POST /api/my-closings', closingBody(given));
const decide = (id: string, decisions: object) =>
  made(server, office, `PUT /api/closings/${id}/decisions`, decisions);
const tryTo = (who: Person, key: string, body?: unknown, headers?: Record<string, string>) =>
  server.call(key, { token: who.token, body, ...(headers && { headers }) });
const approve = async (id: string, who = office) =>
  tryTo(who, `POST /api/closings/${id}/approve`, {
    ...(await approval(server, office, id)),
    signature: who.name,
  });
const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);

describe('the cases of docs/product.md P29.2', () => {
  it.each(closingCases.filter(({ fell }) => !fell))('$name', async ({ entry, decisions }) => {
    const coAgents = entry.coAgents.map(({ rate }) => ({ user: partner.id, rate }));
    const { _id } = await report({ ...entry, coAgents });
    const { statement, obstacles } = await decide(_id, decisions);
    const expected = settleClosing({ ...entry, coAgents }, decisions, startFees);
    expect(statement).toMatchObject({
      lines: expected.lines,
      gross: expected.gross,
      // Not the -0 that JSON does not know.
      fees: expected.fees + 0,
      agentKeeps: expected.agentKeeps,
      outcome: expected.outcome.by,
      open: [],
    });
    const paid = statement.payees.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(paid + statement.credits).toBe(statement.gross);
    // A side that is charged on the other side waits for it. The figures are those of this side only.
    expect(obstacles).toHaveLength(decisions.sides === 'there' ? 1 : 0);
  });
});

describe('an approval', () => {
  it('is for those whom the setting names', async () => {
    const { _id } = await report();
    const admin = await person(server, { admin: true });
    expect((await approve(_id, admin)).status).toBe(403);
    const other = await coordinator(server);
    expect((await approve(_id, other)).status).toBe(403);
    expect((await approve(_id, agent)).status).toBe(403);
    expect((await approve('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await seen(_id)).state).toBe('reported');
  });

  it('waits for what is open, and for who may not work', async () => {
    const { _id } = await report({ price: 1_050_000_00, commission: { by: 'rate', rate: 1_00 } });
    const refused = await approve(_id);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'The price rule does not say what a started step costs: the office decides the fee',
    ]);
    await decide(_id, { settled: { estimate: 1_050_00, fee: 1_000_00 } });
    expect((await approve(_id)).status).toBe(200);
    const newcomer = await person(server);
    const theirs = await report({}, newcomer);
    expect((await approve(theirs._id)).body.msg).toBe(
      `${newcomer.name} may not work: the office has not noted it`,
    );
    const shared = await report({ coAgents: [{ user: newcomer.id, rate: 10_00 }] });
    expect((await approve(shared._id)).status).toBe(400);
  });

  it('needs to whom the letter goes', async () => {
    const { _id } = await report({ fileNumber: '' });
    expect((await seen(_id)).obstacles).toEqual([
      'The letter needs the name of escrow or title and the file number',
    ]);
    expect((await approve(_id)).status).toBe(400);
  });

  it('makes an invoice of a lease, and of what the agent owes', async () => {
    const lease = await report({ kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } });
    // The payer is not told what the agent pays to the brokerage.
    expect((await seen(lease._id)).letter.tables).toEqual([
      {
        caption: 'Amount due',
        header: ['Line', 'Rule', 'Amount'],
        rows: [
          ['Gross commission', '100% of the $3,500.00 rent', '$3,500.00'],
          ['Total due', '', '$3,500.00'],
        ],
      },
    ]);
    const byPayer = (await approve(lease._id)).body;
    expect(byPayer.letters).toMatchObject([{ kind: 'payer-invoice' }]);
    expect(byPayer.statement.invoice).toBe(3_500_00);
    const referral = await report({
      kind: 'referral',
      price: 0,
      commission: { by: 'amount', amount: 300_00 },
    });
    const byAgent = (await approve(referral._id)).body;
    expect(byAgent.letters).toMatchObject([{ kind: 'agent-invoice' }]);
    expect(byAgent.statement).toMatchObject({ agentKeeps: -99_00, invoice: 99_00 });
  });

  it('pays the corporation that a member declared when applying', async () => {
    const member = await person(server);
    await letWork(server, member.id);
    const letterOf = async (given: object, who: Person) => {
      const { _id } = await report(given, who);
      expect((await approve(_id)).status).toBe(200);
      const { content } = await server.db
        .selectFrom('closing_letters')
        .select('content')
        .where('closing_id', '=', _id)
        .executeTakeFirstOrThrow();
      return content;
    };
    expect(await letterOf({}, member)).not.toContain('Ortiz Homes Inc.');
    const corporation = 'Ortiz Homes Inc.';
    await server.db.insertInto('member_payees').values({ user_id: member.id, corporation }).execute();
    expect(await letterOf({}, member)).toContain(`["Ortiz Homes Inc., for ${member.name}`);
    const shared = { coAgents: [{ user: member.id, rate: 40_00 }] };
    expect(await letterOf(shared, agent)).toContain(`["Ortiz Homes Inc., for ${member.name}`);
  });

  it('is one of a hundred, with one letter', async () => {
    const { _id } = await report();
    const body = await approval(server, office, _id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => tryTo(office, `POST /api/closings/${_id}/approve`, body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(99);
    expect((await seen(_id)).letters).toHaveLength(1);
    const paid = await closingIn({ server, owner: agent }, 'package-received');
    const today = await payment(server, office, paid);
    const pay = () => tryTo(office, `POST /api/closings/${paid}/paid`, today);
    const payments = await Promise.all(Array.from({ length: 100 }, pay));
    expect(payments.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('never stands beside figures that it did not see', async () => {
    const { _id } = await report();
    const edits = Array.from({ length: 50 }, (_, n) =>
      tryTo(agent, `PUT /api/my-closings/${_id}`, closingBody({ price: 800_000_00 + n })),
    );
    const approvals = Array.from({ length: 50 }, () => approve(_id));
    await Promise.all([...edits, ...approvals]);
    const { state, letters, statement, entry } = await seen(_id);
    const standing = letters.filter(
      ({ kind, withdrawn }: { kind: string; withdrawn: unknown }) => kind === 'letter' && withdrawn === null,
    );
    expect(standing).toHaveLength(state === 'approved' ? 1 : 0);
    expect(statement.gross).toBe(Math.round((entry.price * 2_50) / 100_00));
    const notices = letters.filter(({ kind }: { kind: string }) => kind === 'notice');
    expect(notices).toHaveLength(
      letters.filter(({ kind }: { kind: string }) => kind === 'letter').length - standing.length,
    );
  });
});

describe('a change after the approval', () => {
  it('of the price withdraws the letter by a numbered notice, and needs an approval anew', async () => {
    const { _id } = await report({ price: 1_050_000_00 });
    const [first] = (await approve(_id)).body.letters;
    const changed = await made(
      server,
      agent,
      `PUT /api/my-closings/${_id}`,
      closingBody({ price: 980_000_00 }),
    );
    expect(changed).toMatchObject({ state: 'reported', approved: null });
    expect(changed.statement).toMatchObject({ frozen: false, fees: 600_00 });
    const [notice, letter] = changed.letters;
    expect(notice).toMatchObject({ kind: 'notice', withdraws: first.number, by: agent.name });
    expect(letter.withdrawn).toMatchObject({ notice: notice.number });
    expect(notice.number).toBeGreaterThan(first.number);
    const again = (await approve(_id)).body;
    expect(again.letters[0]).toMatchObject({ kind: 'letter', withdrawn: null });
    expect(again.letters[0].number).toBeGreaterThan(notice.number);
    expect(again.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'approved',
      'changed',
      'withdrawn',
      'approved',
      'reported',
    ]);
  });

  it('of what the letter does not say leaves it', async () => {
    const id = await closingIn({ server, owner: agent }, 'approved');
    const saved = await made(
      server,
      agent,
      `PUT /api/my-closings/${id}`,
      closingBody({ expectedOn: '2026-12-09', note: 'Keys on Friday' }),
    );
    expect(saved).toMatchObject({
      state: 'approved',
      statement: { frozen: true },
      entry: { note: 'Keys on Friday' },
    });
  });

  it('by the office needs who may approve, and decisions wait for it', async () => {
    const id = await closingIn({ server, owner: agent }, 'letter-sent');
    expect((await tryTo(office, `PUT /api/closings/${id}/decisions`, {})).status).toBe(400);
    const admin = await person(server, { admin: true });
    const reason = { reason: 'Escrow has changed' };
    expect((await tryTo(admin, `POST /api/closings/${id}/withdraw`, reason)).status).toBe(403);
    const withdrawn = await made(server, office, `POST /api/closings/${id}/withdraw`, reason);
    expect(withdrawn).toMatchObject({ state: 'reported', promise: null });
    expect((await tryTo(office, `POST /api/closings/${id}/withdraw`, reason)).status).toBe(400);
  });

  it('is refused to a tab that has not seen what changed', async () => {
    const { _id, version } = await report();
    await made(server, office, `POST /api/closings/${_id}/ask`, { text: 'Which escrow?' });
    const stale = await tryTo(agent, `PUT /api/my-closings/${_id}`, closingBody({ note: 'x' }), {
      'if-match': `"v${version}"`,
    });
    expect([stale.status, stale.body.msg]).toEqual([
      412,
      `Closing has been changed by someone else in the meantime: changes requested by ${office.name}`,
    ]);
    const own = await made(server, agent, `GET /api/my-closings/${_id}`);
    expect(own).toMatchObject({ state: 'changes-asked', asked: 'Which escrow?' });
    const answered = await made(server, agent, `PUT /api/my-closings/${_id}`, closingBody({ note: 'Shore' }));
    expect(answered).toMatchObject({ state: 'reported', asked: '' });
  });
});

describe('who sees a closing', () => {
  it('is its agent, and a co-agent what is shared', async () => {
    const { _id } = await report({
      note: 'Between us',
      coAgents: [{ user: partner.id, rate: 40_00 }],
    });
    const stranger = await person(server);
    expect((await tryTo(stranger, `GET /api/my-closings/${_id}`)).status).toBe(404);
    expect((await tryTo(stranger, `PUT /api/my-closings/${_id}`, closingBody())).status).toBe(404);
    const shared = await made(server, partner, `GET /api/my-closings/${_id}`);
    expect(shared).toMatchObject({ role: 'co-agent', kept: 8_260_00, mayChange: false, letters: [] });
    expect(shared.entry.note).toBe('');
    expect(shared.statement.payees).toEqual([
      { to: 'co-agent', user: partner.id, name: partner.name, amount: 8_260_00 },
    ]);
    expect((await tryTo(partner, `PUT /api/my-closings/${_id}`, closingBody())).status).toBe(404);
    const list = await made(server, partner, 'GET /api/my-closings');
    expect(list).toContainEqual(expect.objectContaining({ _id, role: 'co-agent', kept: 8_260_00 }));
    const letter = (await approve(_id)).body.letters[0].number;
    expect((await tryTo(partner, `GET /api/my-closings/${_id}/letters/${letter}`)).status).toBe(404);
  });

  it('is a coordinator, who sees nothing else of the office', async () => {
    const other = await coordinator(server);
    const { _id } = await report();
    expect((await tryTo(other, `GET /api/closings/${_id}`)).status).toBe(200);
    expect((await tryTo(other, 'GET /api/closings/work')).status).toBe(200);
    expect((await tryTo(other, 'GET /api/closings/new-count')).status).toBe(200);
    expect((await made(server, other, 'GET /api/auth')).closings).toBe(true);
    for (const key of ['GET /api/leads', 'GET /api/users', 'GET /api/audit', 'GET /api/closings/insights'])
      expect((await tryTo(other, key)).status, key).toBe(403);
  });

  it('approves no more once the right was taken, also when it comes back', async () => {
    const admin = await person(server, { admin: true });
    const member = await person(server);
    const change = (coordinator: boolean) =>
      made(server, admin, `PUT /api/users/${member.id}`, {
        name: member.name,
        email: member.email,
        coordinator,
      });
    const named = async () =>
      (await made(server, admin, 'GET /api/closings/settings')).approvers.some(
        ({ user }: { user: { _id: string } }) => user._id === member.id,
      );
    await change(true);
    await nameApprover(server, member.id);
    expect(await named()).toBe(true);
    await change(false);
    await change(true);
    expect(await named()).toBe(false);
  });

  it('is made a coordinator by an admin, whose sessions begin anew', async () => {
    const member = await person(server);
    const admin = await person(server, { admin: true });
    const body = { name: member.name, email: member.email, coordinator: true };
    expect(await made(server, admin, `PUT /api/users/${member.id}`, body)).toMatchObject({
      coordinator: true,
    });
    expect((await tryTo(member, 'GET /api/auth')).status).toBe(401);
  });
});

it('a report takes only members of ours as payees, each once', async () => {
  const wrong = async (coAgents: object[]) =>
    (await tryTo(agent, 'POST /api/my-closings', closingBody({ coAgents }))).body.msg;
  expect(await wrong([{ user: agent.id, rate: 10_00 }])).toBe("The agent of the closing can't be a co-agent");
  const twice = { user: partner.id, rate: 10_00 };
  expect(await wrong([twice, { ...twice, user: partner.id.toUpperCase() }])).toBe('List each co-agent once');
  const nobody = { user: '00000000-0000-7000-8000-000000000000', rate: 10_00 };
  expect(await wrong([nobody])).toBe('Member not found');
  const bad = await tryTo(agent, 'POST /api/my-closings', closingBody({ price: 1.5, property: ' ' }));
  expect(bad.body.errors.map(({ field }: { field: string }) => field)).toEqual(['property', 'price']);
});

it('a step follows only what comes before it', async () => {
  const { _id } = await report();
  const step = (name: string, more: object = {}) =>
    tryTo(office, `POST /api/closings/${_id}/steps`, { step: name, ...more });
  expect((await step('closed')).body.msg).toBe('“Closed” cannot follow “Reported”');
  await takeStep(server, office, _id, 'approved');
  expect((await step('letter-sent', { at: '2999-01-01T00:00:00.000Z' })).status).toBe(400);
  expect((await step('letter-sent', { at: '0000-01-01T00:00:00.000Z' })).status).toBe(400);
  await takeStep(server, office, _id, 'letter-sent');
  await takeStep(server, office, _id, 'closed');
  expect((await step('package-received')).body.msg).toMatch(/^The package is not complete: /);
});

it('package and funds are not received before the report; a closing may be reported late', async () => {
  const { _id } = await report();
  const steps = (body: object) => tryTo(office, `POST /api/closings/${_id}/steps`, body);
  for (const step of ['approved', 'letter-sent'] as const) await takeStep(server, office, _id, step);
  const at = '2020-01-02T20:00:00.000Z';
  expect((await steps({ step: 'closed', at })).status).toBe(200);
  const { package: items } = await made(server, office, `GET /api/closings/${_id}`);
  const ticked = items.map(({ item }: { item: string }) => item);
  await made(server, office, `PUT /api/closings/${_id}/package`, { ticked });
  const day = formatDay(officeDay(now()));
  for (const [step, what] of [
    ['package-received', 'package'],
    ['funds-received', 'funds'],
  ] as const) {
    const refused = await steps({ step, at });
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      `The ${what} can't be received before the closing was reported, on ${day}`,
    ]);
    expect((await steps({ step })).status).toBe(200);
  }
});
