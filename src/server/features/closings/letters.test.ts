import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  closingSettingsBody,
  letWork,
  made,
  payment,
  takeStep,
  versionOf,
} from '../../../../test/closings.ts';
import { siteBody } from '../../../../test/factories.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const member = async (): Promise<Person> => {
  const made = await person(server);
  await letWork(server, made.id);
  return made;
};
const report = async (agent: Person, given: object = {}): Promise<string> =>
  (await made(server, agent, 'POST /api/my-closings', closingBody(given)))._id;
const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);
const approve = (id: string) => takeStep(server, office, id, 'approved');
const tryTo = (key: string, body: object) => server.call(key, { token: office.token, body });
const account = (who: Person) =>
  server.call(`DELETE /api/users/${who.id}`, { token: office.token, body: { version: 1 } });

const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } };

/** Sets who receives the brokerage's part. */
const payTo = async (broker: string) => {
  const approvers = [{ user: office.id, capacity: 'Broker' }];
  await made(server, office, 'PUT /api/closings/settings', closingSettingsBody({ broker, approvers }));
};

const setSite = async (brokerage: object) => {
  const { headers } = await server.call('GET /api/site/settings', { token: office.token });
  const changed = await server.call('PUT /api/site/settings', {
    token: office.token,
    headers: { 'if-match': headers.get('etag') ?? '' },
    body: siteBody({ brokerage: { ...siteBody().brokerage, ...brokerage } }),
  });
  expect(changed.status).toBe(200);
};

describe('a letter that no longer says how things are', () => {
  it('is not sent, whatever kind of letter it is', async () => {
    const agent = await member();
    await payTo('First Payee Inc.');
    const ids = [await report(agent, lease), await report(agent)];
    for (const id of ids) await approve(id);
    await payTo('Second Payee Inc.');
    for (const id of ids) {
      const refused = await tryTo(`POST /api/closings/${id}/steps`, { step: 'letter-sent' });
      expect([refused.status, refused.body.msg]).toEqual([
        400,
        expect.stringMatching(
          /The letter says “First Payee Inc\..*”, and now it would be “Second Payee Inc\./,
        ),
      ]);
    }
    await payTo('First Payee Inc.');
    for (const id of ids) await takeStep(server, office, id, 'letter-sent');
  });

  it('is not sent with a phone number of before, and pays by it once sent', async () => {
    const agent = await member();
    await setSite({});
    const [id, sent] = [await report(agent), await report(agent)];
    for (const each of [id, sent]) await approve(each);
    await takeStep(server, office, sent, 'letter-sent');
    const phone = '(555) 010-0177';
    await setSite({ phone });
    expect((await seen(id)).obstacles[0]).toContain(`now it would be “${phone}”`);
    expect((await seen(sent)).obstacles).toEqual([]);
  });
});

describe('whose account has gone after the approval', () => {
  it.each(['agent', 'co-agent'])('as the %s, is paid by the letter all the same', async (who) => {
    const [agent, coAgent] = [await member(), await member()];
    const id = await report(agent, { coAgents: [{ user: coAgent.id, rate: 10_00 }] });
    for (const step of ['approved', 'letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, office, id, step);
    expect((await account(who === 'agent' ? agent : coAgent)).status).toBe(200);
    expect((await seen(id)).obstacles).toEqual([]);
    const paid = await tryTo(`POST /api/closings/${id}/paid`, await payment(server, office, id));
    expect([paid.status, paid.body.state]).toEqual([200, 'paid']);
  });
});

describe('whose account has gone before it', () => {
  it('as a co-agent, is left to be replaced', async () => {
    const [agent, coAgent] = [await member(), await member()];
    const id = await report(agent, { coAgents: [{ user: coAgent.id, rate: 10_00 }] });
    await account(coAgent);
    const body = await seen(id);
    expect(body.obstacles).toEqual(['The account of a co-agent has gone: change the co-agents']);
    const decided = await server.call(`PUT /api/closings/${id}/decisions`, {
      token: office.token,
      body: { deductions: [{ kind: 'other', amount: 10_00, reason: 'Sign' }] },
    });
    expect(decided.status).toBe(200);
    const changed = await server.call(`PUT /api/closings/${id}`, {
      token: office.token,
      body: closingBody({ coAgents: [] }),
    });
    expect([changed.status, changed.body.obstacles]).toEqual([200, []]);
  });
});

const setHowToPay = (howToPay: string) =>
  made(server, office, 'PUT /api/dues/settings', { rule: 'anniversary', days: 14, howToPay });

it('an invoice that says how to pay as it was is not sent; a letter to escrow, and one that was sent, go on', async () => {
  const agent = await member();
  await setHowToPay('To the old account');
  const [invoiced, sent, escrow] = [
    await report(agent, lease),
    await report(agent, lease),
    await report(agent),
  ];
  for (const id of [invoiced, sent, escrow]) await approve(id);
  await takeStep(server, office, sent, 'letter-sent');
  await setHowToPay('To the new account');
  const send = (id: string) => tryTo(`POST /api/closings/${id}/steps`, { step: 'letter-sent' });
  const refused = await send(invoiced);
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'The invoice says how to pay as it was: withdraw the approval, then approve the invoice as it is now',
  ]);
  expect((await seen(sent)).obstacles).toEqual([]);
  // An invoice that is not noted as sent stops no payment, either.
  await server.db
    .updateTable('closing_letters')
    .set({ sent_at: null })
    .where('closing_id', '=', sent)
    .execute();
  for (const step of ['closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, sent, step);
  await takeStep(server, office, escrow, 'letter-sent');
  await made(server, office, `POST /api/closings/${invoiced}/withdraw`, { reason: 'Another account' });
  await approve(invoiced);
  await takeStep(server, office, invoiced, 'letter-sent');
});

it('an agent who owes the brokerage gets an invoice, and the others are paid by a letter', async () => {
  const [agent, coAgent] = [await member(), await member()];
  const referral = {
    by: 'amount',
    amount: 5_000_00,
    broker: 'Other Realty',
    license: '01234567',
    state: 'CA',
  };
  const id = await report(agent, { referral, coAgents: [{ user: coAgent.id, rate: 90_00 }] });
  await server.call(`PUT /api/closings/${id}/decisions`, {
    token: office.token,
    body: { basis: 'gross', deductions: [{ kind: 'other', amount: 5_000_00, reason: 'Advance' }] },
  });
  const { letter, statement } = await seen(id);
  expect(statement.agentKeeps).toBeLessThan(0);
  expect(letter.title).toBe('Commission instruction and Invoice for fees');
  expect(letter.tables[0].rows).toContainEqual(['Other Realty, license 01234567 (CA)', '$5,000.00']);
  const { letters, events } = await approve(id);
  const [invoice, instruction] = letters;
  expect([instruction.kind, invoice.kind]).toEqual(['letter', 'agent-invoice']);
  expect(events[0].text).toBe(`letter ${instruction.number}, invoice ${invoice.number}`);
  expect((await takeStep(server, office, id, 'letter-sent')).letters).toMatchObject([
    { sent: expect.any(String) },
    { sent: expect.any(String) },
  ]);
  const version = await versionOf(server, office, id);
  const withdrawn = await tryTo(`POST /api/closings/${id}/withdraw`, { reason: 'Wrong advance', version });
  expect(
    withdrawn.body.letters.map(({ kind, withdraws }: Record<string, unknown>) => [kind, withdraws]),
  ).toEqual([
    ['notice', invoice.number],
    ['notice', instruction.number],
    ['agent-invoice', null],
    ['letter', null],
  ]);
});

it('a signature in another name says whose account it is', async () => {
  const agent = await member();
  const signed = async (signature: string) => {
    const id = await report(agent);
    const body = { ...(await approval(server, office, id)), signature };
    expect((await tryTo(`POST /api/closings/${id}/approve`, body)).status).toBe(200);
    const { content } = await server.db
      .selectFrom('closing_letters')
      .select('content')
      .where('closing_id', '=', id)
      .executeTakeFirstOrThrow();
    return content;
  };
  expect(await signed('The Governor')).toContain(`by the account of ${office.name}`);
  expect(await signed(office.name.toUpperCase())).not.toContain('by the account of');
});

describe('the office', () => {
  it('sees another closing of the agent with the same file number, until both are one deal', async () => {
    const agent = await member();
    const [first, second] = [await report(agent), await report(agent, { fileNumber: 'se-1042' })];
    expect((await seen(second)).sameFile).toEqual([
      { _id: first, property: closingBody().property, state: 'reported' },
    ]);
    await report(await member());
    expect((await seen(first)).sameFile).toHaveLength(1);
    const { body } = await server.call(`POST /api/closings/${first}/link`, {
      token: office.token,
      body: { closing: second },
    });
    expect(body.sameFile).toEqual([]);
  });

  it('that changes a report tells the agent and the co-agents, but not of a note', async () => {
    const [agent, coAgent] = [await member(), await member()];
    const id = await report(agent, { coAgents: [{ user: coAgent.id, rate: 10_00 }] });
    const told = async (who: Person) =>
      (
        await server.db
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', who.id)
          .where('text', 'like', 'The office has changed a closing%')
          .execute()
      ).length;
    const change = (given: object) => made(server, office, `PUT /api/closings/${id}`, closingBody(given));
    await change({ coAgents: [{ user: coAgent.id, rate: 10_00 }], note: 'Called' });
    expect([await told(agent), await told(coAgent)]).toEqual([0, 0]);
    await change({ coAgents: [] });
    expect([await told(agent), await told(coAgent)]).toEqual([1, 1]);
  });

  it('does not archive what was approved once, so that what stays due is said', async () => {
    const agent = await member();
    const id = await report(agent, { shortSale: true });
    await approve(id);
    const version = await versionOf(server, office, id);
    await tryTo(`POST /api/closings/${id}/withdraw`, { reason: 'Wrong file', version });
    const archived = await tryTo(`POST /api/closings/${id}/archive`, {});
    expect([archived.status, archived.body.msg]).toEqual([
      400,
      'This closing was approved before: note that it fell through, with what stays due',
    ]);
  });
});
