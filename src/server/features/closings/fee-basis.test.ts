import { afterAll, beforeAll, expect, it } from 'vitest';
import { approval, approver, closingBody, letWork, made } from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';

/** docs/product.md P29.28: from what fees are computed, as a policy of the office. */

let server: TestServer;
let admin: Person;
let office: Person;
let agent: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
  office = await approver(server);
  agent = await person(server);
  await letWork(server, agent.id);
});
afterAll(() => server.stop());

/** The fee is a percent of the commission, so that the referral matters. */
const referred = {
  kind: 'lease',
  price: 40_000_00,
  holder: 'payer',
  commission: { by: 'rate', rate: 100_00 },
  referral: { broker: 'Inland Realty', license: '01234567', state: 'CA', by: 'rate', rate: 25_00 },
};

async function save(given: object) {
  const { approvers, ...settings } = await made(server, admin, 'GET /api/closings/settings');
  const named = approvers.map(({ user, capacity }: { user: { _id: string }; capacity: string }) => ({
    user: user._id,
    capacity,
  }));
  const body = { ...settings, approvers: named, ...given };
  return server.call('PUT /api/closings/settings', { token: admin.token, body });
}

const report = async (given: object = {}): Promise<string> =>
  (await made(server, agent, 'POST /api/my-closings', closingBody({ ...referred, ...given })))._id;
const read = (id: string): Promise<OfficeClosing> => made(server, office, `GET /api/closings/${id}`);
const change = (id: string, given: object) =>
  made(server, agent, `PUT /api/my-closings/${id}`, closingBody({ ...referred, ...given }));
const isOpen = ({ statement }: OfficeClosing) => statement.open.some(({ id }) => id === 'basis');
const lastText = ({ events }: OfficeClosing) =>
  events.find(({ kind }) => kind === 'changed' || kind === 'reported')?.text;
const transactionFee = ({ statement }: OfficeClosing) =>
  statement.lines.find(({ id }) => id === 'transaction-fee')?.amount;

it('without a policy the office decides for each closing', async () => {
  const closing = await read(await report());
  expect(closing.decisions.basis).toBeNull();
  expect(isOpen(closing)).toBe(true);
  const refused = await server.call(`POST /api/closings/${closing._id}/approve`, {
    token: office.token,
    body: await approval(server, office, closing._id),
  });
  expect(refused.status).toBe(400);
});

it('with a policy a report has it, and one from before has not', async () => {
  const before = await report();
  expect((await save({ feeBasis: 'after-both' })).status).toBe(200);
  expect(await made(server, agent, 'GET /api/my-closings/start')).toMatchObject({ feeBasis: 'after-both' });
  const closing = await read(await report());
  expect(closing.decisions.basis).toBe('after-referral');
  expect(isOpen(closing)).toBe(false);
  expect(lastText(closing)).toBe(
    'fees computed from: what remains after the referral, by the closing settings',
  );
  expect(isOpen(await read(before))).toBe(true);
  const plain = await read(await report({ referral: null }));
  expect([plain.decisions.basis, lastText(plain)]).toEqual([null, '']);
  const credited = await read(await report({ referral: null, credits: 100_00 }));
  expect(credited.decisions.basis).toBe('after-credit');
  // As a decision of the office has it.
  await made(server, office, `PUT /api/closings/${before}/decisions`, { basis: 'after-referral' });
  expect(transactionFee(await read(before))).toBe(transactionFee(closing));
  expect(transactionFee(closing)).not.toBeUndefined();
});

it('it stays through other decisions, and a change of the report takes the policy of that day', async () => {
  const id = await report();
  await made(server, office, `PUT /api/closings/${id}/decisions`, {
    basis: 'after-referral',
    lines: [{ label: 'Sign', amount: -10_00, reason: 'The yard sign' }],
  });
  await change(id, { price: 50_000_00 });
  const same = await read(id);
  expect([same.decisions.basis, isOpen(same)]).toEqual(['after-referral', false]);
  expect(same.reopened.map(({ decision }) => decision)).toEqual(['lines']);
  expect((await save({ feeBasis: 'gross' })).status).toBe(200);
  expect((await read(id)).decisions.basis).toBe('after-referral');
  await change(id, { price: 60_000_00 });
  const other = await read(id);
  expect(other.decisions.basis).toBe('gross');
  expect(lastText(other)).toContain('fees computed from: the gross commission, by the closing settings');
  await change(id, { price: 60_000_00, referral: null });
  const without = await read(id);
  expect([without.decisions.basis, lastText(without)]).toEqual([
    null,
    'referral; fees computed from: not decided, by the closing settings',
  ]);
});

it('a line that the office decided is open again once the policy computes the fees otherwise', async () => {
  await save({ feeBasis: 'after-both' });
  const id = await report();
  await made(server, office, `PUT /api/closings/${id}/decisions`, {
    basis: 'after-referral',
    lines: [{ label: 'Half of the fee', amount: 1_500_00, reason: 'First lease' }],
  });
  await change(id, { note: 'Keys are with the neighbor' });
  expect((await read(id)).reopened).toEqual([]);
  await save({ feeBasis: 'gross' });
  await change(id, { note: 'Keys are under the mat' });
  expect((await read(id)).reopened).toMatchObject([
    {
      decision: 'lines',
      text: expect.stringContaining(
        'fees computed from: what remains after the referral → the gross commission',
      ),
    },
  ]);
});

it('a choice for one closing is the office’s: a change of the report opens it again', async () => {
  const id = await report();
  await made(server, office, `PUT /api/closings/${id}/decisions`, { basis: 'after-referral' });
  await change(id, { price: 50_000_00 });
  const closing = await read(id);
  expect(closing.reopened.map(({ decision }) => decision)).toEqual(['basis']);
  expect(closing.decisions.basis).toBeNull();
});

it('what is approved stays as it is with another policy', async () => {
  const id = await report({
    holder: 'escrow',
    kind: 'referral',
    price: 0,
    commission: { by: 'amount', amount: 90_000_00 },
  });
  const signed = await approval(server, office, id);
  await made(server, office, `POST /api/closings/${id}/approve`, signed);
  const { statement } = await read(id);
  expect((await save({ feeBasis: 'after-referral' })).status).toBe(200);
  const after = await read(id);
  expect([after.statement, after.reopened]).toEqual([statement, []]);
});

it('is set by admins only, and those who approve are told', async () => {
  expect((await save({ feeBasis: 'half' })).body).toMatchObject({ msg: 'Basis is not known' });
  await save({ feeBasis: 'after-credit' });
  expect((await save({ feeBasis: undefined })).body.feeBasis).toBe('after-credit');
  expect((await save({ feeBasis: null })).body.feeBasis).toBeNull();
  expect(await textsTo(server, office.email)).toContainEqual(
    expect.stringContaining('basis of fees after a referral or credit'),
  );
  const { body: log } = await server.call('GET /api/audit', { token: admin.token });
  expect(JSON.stringify(log)).toContain(
    'fees computed from: What remains after the credit → decided for each closing',
  );
});
