import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  approver,
  closingBody,
  closingIn,
  closingSettingsBody,
  letWork,
  made,
  takeStep,
} from '../../../../test/closings.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { OfficeClosing, OwnClosing } from '../../../shared/closings/closing-answers.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';

/** docs/product.md P29.25 and P29.27: what one room of a closing hands to the next. */

let server: TestServer;
let admin: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
  office = await approver(server);
});
afterAll(() => server.stop());

const today = officeDay(now());
const sceneOf = async () => new Scene(server, await person(server), undefined);
const workOf = async () => made(server, office, 'GET /api/closings/work');
const toSend = async (): Promise<string[]> =>
  (await workOf()).send.closings.map(({ _id }: { _id: string }) => _id);
const step = (id: string, body: object) =>
  server.call(`POST /api/closings/${id}/steps`, { token: office.token, body });
async function save(given: object): Promise<number> {
  const { approvers, ...settings } = await made(server, admin, 'GET /api/closings/settings');
  const named = approvers.map(({ user, capacity }: { user: { _id: string }; capacity: string }) => ({
    user: user._id,
    capacity,
  }));
  const body = { ...settings, approvers: named, ...given };
  return (await server.call('PUT /api/closings/settings', { token: admin.token, body })).status;
}

it('a license that expires before the expected day is a warning to the agent and the office, and stops nothing', async () => {
  const agent = await person(server);
  await letWork(server, agent.id);
  const expires = addDays(today, 30);
  await made(server, admin, `PUT /api/licenses/${agent.id}`, {
    number: '02922222',
    expires,
    verified: false,
  });
  await letWork(server, agent.id);
  await server.db
    .updateTable('licenses')
    .set({ expires_on: expires })
    .where('user_id', '=', agent.id)
    .execute();
  const report = (expectedOn: string | null): Promise<OwnClosing> =>
    made(server, agent, 'POST /api/my-closings', closingBody({ expectedOn }));
  const late = await report(addDays(today, 31));
  const warning = `The license of ${agent.name} expires on ${formatDay(expires)}, before the closing is expected on ${formatDay(addDays(today, 31))}`;
  expect(late.warnings).toEqual([warning]);
  const seen: OfficeClosing = await made(server, office, `GET /api/closings/${late._id}`);
  expect(seen.warnings).toEqual([warning]);
  expect(seen.obstacles.filter((each) => each.includes('expires'))).toEqual([]);
  expect((await report(expires)).warnings).toEqual([]);
  expect((await report(null)).warnings).toEqual([]);
});

it('a report says which part of the deal is ours, or nothing; the other side is the other part', async () => {
  const agent = await person(server);
  const report = (given: object): Promise<OwnClosing> =>
    made(server, agent, 'POST /api/my-closings', closingBody(given));
  expect((await report({})).entry.side).toBeUndefined();
  const both = await report({
    side: 'listing',
    bothSides: true,
    otherSide: { by: 'rate', rate: 2_50 },
  });
  expect(both.entry.side).toBe('listing');
  const other: OwnClosing = await made(server, agent, `GET /api/my-closings/${both.linked[0]?._id}`);
  expect(other.entry.side).toBe('buyer');
  const body = closingBody({ side: 'middle' });
  const refused = await server.call('POST /api/my-closings', { token: agent.token, body });
  expect([refused.status, refused.body.msg]).toEqual([400, 'Side must be listing, buyer or both']);
});

it('another part of the deal needs no other letter', async () => {
  const scene = await sceneOf();
  const id = await closingIn(scene, 'letter-sent');
  const changed: OwnClosing = await made(
    server,
    scene.owner,
    `PUT /api/my-closings/${id}`,
    closingBody({ side: 'buyer' }),
  );
  expect([changed.state, changed.entry.side]).toEqual(['letter-sent', 'buyer']);
});

it('the invoice of a lease says by when it is due and how to pay, and no fee inside it', async () => {
  const agent = await person(server);
  await letWork(server, agent.id);
  const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 }, holder: 'payer' };
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody(lease));
  const letterNow = async () => {
    const { letter }: OfficeClosing = await made(server, office, `GET /api/closings/${_id}`);
    return letter;
  };
  const before = await letterNow();
  expect(before?.facts).toContainEqual({ label: 'Due by', value: '14 days after its date' });
  expect(before?.texts.at(-1)).toMatch(/^This invoice has no bank details\. If anything here seems wrong/);
  const settings = { rule: 'anniversary', days: 10, howToPay: 'By check to 1 Office Way.' };
  await made(server, admin, 'PUT /api/dues/settings', settings);
  const after = await letterNow();
  expect(after?.facts).toContainEqual({ label: 'Due by', value: '10 days after its date' });
  expect(after?.texts).toContain('By check to 1 Office Way.');
  expect(JSON.stringify(after?.tables)).not.toContain('fee');
  await takeStep(server, office, _id, 'approved');
  const { content } = await server.db
    .selectFrom('closing_letters')
    .select('content')
    .where('closing_id', '=', _id)
    .executeTakeFirstOrThrow();
  expect(content).toContain(`["Due by","${formatDay(addDays(today, 10))}"]`);
});

it('a notice waits to be sent if its letter was sent, and is marked as a letter is', async () => {
  const id = await closingIn(await sceneOf(), 'letter-sent');
  expect((await step(id, { step: 'notice-sent' })).body.msg).toBe('No notice waits to be sent');
  await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'Another price' });
  expect(await toSend()).toContain(id);
  const { letters }: OfficeClosing = await made(server, office, `GET /api/closings/${id}`);
  const notice = letters.find(({ kind }) => kind === 'notice')?.number ?? 0;
  expect((await step(id, { step: 'notice-sent', number: notice + 100 })).status).toBe(400);
  expect((await step(id, { step: 'notice-sent', at: '2020-01-01T00:00:00.000Z' })).status).toBe(400);
  const marked = await step(id, { step: 'notice-sent', number: notice });
  expect(marked.status).toBe(200);
  const { state, letters: sent, events }: OfficeClosing = marked.body;
  expect(state).toBe('reported');
  expect(sent.find(({ number }) => number === notice)?.sent).not.toBeNull();
  expect(events[0]).toMatchObject({ kind: 'notice-sent', text: String(notice) });
  expect(await toSend()).not.toContain(id);
});

it('a notice of a letter that was never sent waits for nothing', async () => {
  const id = await closingIn(await sceneOf(), 'approved');
  await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'Another price' });
  expect(await toSend()).not.toContain(id);
  expect((await step(id, { step: 'notice-sent' })).status).toBe(400);
});

it('a kind has a package of its own where the setting says so', async () => {
  const before = await made(server, admin, 'GET /api/closings/settings');
  expect([before.packages, before.closedDays]).toEqual([[], []]);
  const lease = { kind: 'lease', items: ['Signed lease'] };
  expect(await save({ packages: [lease] })).toBe(200);
  expect(await save({ packages: [lease, lease] })).toBe(400);
  expect(await save({ packages: [{ kind: 'lease', items: ['A', 'A'] }] })).toBe(400);
  const agent = await person(server);
  const itemsOf = async (given: object) => {
    const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody(given));
    const closing: OfficeClosing = await made(server, office, `GET /api/closings/${_id}`);
    return closing.package.map(({ item }) => item);
  };
  expect(await itemsOf({ kind: 'lease', holder: 'payer' })).toEqual(['Signed lease']);
  expect(await itemsOf({})).toEqual(before.package);
  // A call that knows nothing of them leaves them as they are.
  const { approvers } = before;
  const named = approvers.map(({ user, capacity }: { user: { _id: string }; capacity: string }) => ({
    user: user._id,
    capacity,
  }));
  const kept = await made(
    server,
    admin,
    'PUT /api/closings/settings',
    closingSettingsBody({ approvers: named, package: before.package }),
  );
  expect(kept.packages).toEqual([lease]);
  expect(await save({ packages: [] })).toBe(200);
});

it('closed days of the office do not count for the promise', async () => {
  const closed = Array.from({ length: 10 }, (_, at) => addDays(today, at));
  expect(await save({ closedDays: closed })).toBe(200);
  const id = await closingIn(await sceneOf(), 'package-received');
  const { promise }: OfficeClosing = await made(server, office, `GET /api/closings/${id}`);
  expect((promise?.due ?? '') > addDays(today, 10)).toBe(true);
  expect(await save({ closedDays: ['soon'] })).toBe(400);
  expect(await save({ closedDays: [] })).toBe(200);
});
