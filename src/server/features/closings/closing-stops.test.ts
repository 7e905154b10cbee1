import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  letWork,
  made,
  noteCheck,
  payment,
  takeStep,
} from '../../../../test/closings.ts';
import { type Person, person, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';

/** docs/product.md P24.11: what stops a member is read from the facts, whatever else their file says. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const inDays = (days: number) => addDays(officeDay(now()), days);
const ok = (key: string, body?: object, who: { token: string } = office) => made(server, who, key, body);
const file = ({ id }: Person): string => `/api/compliance/members/${id}`;
const add = (member: Person, entry: object, who: { token: string } = office) =>
  ok(`POST ${file(member)}/entries`, entry, who);
const left = (days: number, forCause = false) => ({ kind: 'left', on: inDays(days), forCause });
const joined = (days: number) => ({ kind: 'joined', on: inDays(days) });
const report = (member: Person, given: object = {}) =>
  ok('POST /api/my-closings', closingBody(given), member);
const approve = async ({ _id }: { _id: string }) =>
  server.call(`POST /api/closings/${_id}/approve`, {
    token: office.token,
    body: await approval(server, office, _id),
  });
const pay = async ({ _id }: { _id: string }) =>
  server.call(`POST /api/closings/${_id}/paid`, {
    token: office.token,
    body: await payment(server, office, _id),
  });
const obstacles = async ({ _id }: { _id: string }): Promise<string[]> =>
  (await ok(`GET /api/closings/${_id}`)).obstacles;
const mayWork = async (member: Person): Promise<boolean> =>
  (await ok('GET /api/my-closings/start', undefined, member)).mayWork;
const checks = ({ id }: Person) => ok(`GET /api/joining/members/${id}/checks`);
const look = async (member: Person, seen: object = {}) => {
  const { expires } = await ok('GET /api/licenses/me', undefined, member);
  return ok(`POST ${file(member)}/check`, seenBody({ expires, ...seen }));
};
/** Reported some days ago. */
const reportedBefore = async (closing: { _id: string }, days: number) => {
  await server.db
    .updateTable('closings')
    .set({ reported_at: `${inDays(-days)}T20:00:00.000Z` })
    .where('id', '=', closing._id)
    .execute();
  return closing;
};

async function working(): Promise<Person> {
  const member = await person(server);
  await letWork(server, member.id);
  return member;
}

describe('a member whom the last look stops', () => {
  const ways: [name: string, entries: object[], byToken: boolean][] = [
    ['leaves today', [joined(-60), left(0, true)], false],
    ['left before the look', [joined(-60), left(-5)], false],
    ['joins in 30 days', [joined(30)], false],
    ['needs no license', [{ kind: 'coverage', supervised: false }], false],
    ['leaves, by an API token', [joined(-60), left(0)], true],
    ['needs no license, by an API token', [{ kind: 'coverage', supervised: false }], true],
  ];

  it.each(ways)('stays stopped as agent and co-agent who %s', async (_name, entries, byToken) => {
    const member = await working();
    await look(member, { affiliation: 'other', broker: 'Rival', status: 'revoked' });
    const own = await reportedBefore(await report(member), 20);
    const shared = await report(await working(), { coAgents: [{ user: member.id, rate: 40_00 }] });
    const token = await ok('POST /api/api-tokens', { name: 'HR', scopes: ['members:write'], days: 5 });
    for (const entry of entries) await add(member, entry, byToken ? token : office);
    for (const closing of [own, shared]) {
      expect(await obstacles(closing)).toContain(`${member.name} must not work: Under another broker: Rival`);
      expect(await obstacles(closing)).toContain(`${member.name} must not work: License revoked`);
      expect((await approve(closing)).status).toBe(400);
    }
    expect(await mayWork(member)).toBe(false);
  });

  it('is stopped at the letter and the payment, too', async () => {
    const member = await working();
    await add(member, joined(-60));
    const approved = await report(member);
    await takeStep(server, office, approved._id, 'approved');
    const funded = await report(member);
    for (const step of ['approved', 'letter-sent', 'closed', 'funds-received'] as const)
      await takeStep(server, office, funded._id, step);
    await add(member, left(0));
    await look(member, { affiliation: 'other', broker: 'Rival' });
    const sent = await server.call(`POST /api/closings/${approved._id}/steps`, {
      token: office.token,
      body: { step: 'letter-sent' },
    });
    for (const { status, body } of [sent, await pay(funded)]) {
      expect(status).toBe(400);
      expect(body.msg).toBe(`${member.name} must not work: Under another broker: Rival`);
    }
  });
});

describe('a member who has left', () => {
  it('is paid what they reported until that day, also when the record shows no broker any more', async () => {
    const member = await working();
    await add(member, joined(-60));
    const funded = await reportedBefore(await report(member), 20);
    for (const step of ['approved', 'letter-sent', 'closed', 'funds-received'] as const)
      await takeStep(server, office, funded._id, step);
    const reported = await reportedBefore(await report(member), 10);
    await add(member, left(-10));
    await look(member, { affiliation: 'none' });
    expect(await obstacles(reported)).toEqual([]);
    expect((await approve(reported)).status).toBe(200);
    expect((await pay(funded)).status).toBe(200);
  });

  it('is neither approved nor told that they may work for what they report later', async () => {
    const member = await working();
    const partner = await working();
    await add(member, joined(-60));
    await add(member, left(-1, true));
    const closings = [
      await report(member),
      await report(partner, { coAgents: [{ user: member.id, rate: 40_00 }] }),
    ];
    for (const closing of closings) {
      const { status, body } = await approve(closing);
      expect(status).toBe(400);
      expect(body.msg).toContain(member.name);
    }
    expect(await mayWork(member)).toBe(false);
    expect(await mayWork(partner)).toBe(true);
  });

  it('has to be found under our broker again when they return, and their file says so', async () => {
    const member = await working();
    await add(member, joined(-60));
    await add(member, left(-1));
    expect(await checks(member)).toMatchObject({ 'may-work': null, again: [{ kind: 'may-work' }] });
    const { entries } = await ok(`GET ${file(member)}`);
    expect(JSON.stringify(entries)).toMatch(/Check open again: [^"]+ → left on /);
    await add(member, joined(0));
    const closing = await report(member);
    expect(await checks(member)).toMatchObject({ 'may-work': null });
    expect((await approve(closing)).body.msg).toContain('noted it before they left');
    expect((await ok(`GET ${file(member)}`)).findings).toContainEqual(
      expect.objectContaining({ kind: 'may-work', state: 'stop' }),
    );
    // One look does it.
    await look(member);
    expect(await mayWork(member)).toBe(true);
    expect((await approve(closing)).status).toBe(200);
  });

  it('may work as before once the leaving is withdrawn, by a person only', async () => {
    const member = await working();
    await add(member, joined(-60));
    const { entries } = await add(member, left(-1));
    const { _id } = entries.find(({ details }: { details: { kind: string } }) => details.kind === 'left');
    const token = await ok('POST /api/api-tokens', { name: 'HR', scopes: ['members:write'], days: 5 });
    const path = `POST /api/compliance/entries/${_id}/withdraw`;
    const body = { reason: 'Of another member' };
    expect((await server.call(path, { token: token.token, body })).status).toBe(403);
    await ok(path, body);
    expect(await mayWork(member)).toBe(true);
    expect(await checks(member)).toMatchObject({ 'may-work': { by: 'The office' } });
  });

  const old = async (member: Person, given: object = {}) => reportedBefore(await report(member, given), 20);
  const leave = async (member: Person) => {
    await add(member, joined(-60));
    await add(member, left(-10, true));
  };
  const changeOwn = ({ _id }: { _id: string }, member: Person, given: object) =>
    server.call(`PUT /api/my-closings/${_id}`, { token: member.token, body: closingBody(given) });
  const changeAsOffice = ({ _id }: { _id: string }, given: object) =>
    server.call(`PUT /api/closings/${_id}`, { token: office.token, body: closingBody(given) });

  it('puts no other deal in what they reported before; the office corrects it, also once they are suspended', async () => {
    const member = await working();
    const partner = await working();
    const coAgents = [{ user: partner.id, rate: 40_00 }];
    const reported = await old(member, { coAgents });
    const approved = await old(member, { coAgents });
    await takeStep(server, office, approved._id, 'approved');
    await leave(member);
    for (const closing of [reported, approved])
      for (const given of [{ property: '99 Other St' }, { fileNumber: 'ZZ-9' }, { price: 990_000_00 }]) {
        const { status, body } = await changeOwn(closing, member, { coAgents, ...given });
        expect([status, body.msg]).toEqual([
          400,
          `${member.name} left on ${formatDay(inDays(-10))}: the office changes this closing now`,
        ]);
      }
    expect((await changeOwn(reported, member, { coAgents, note: 'By email' })).status).toBe(200);
    for (const { id } of [member, partner]) await ok(`POST /api/users/${id}/suspend`);
    expect((await changeAsOffice(reported, { coAgents, price: 845_000_00 })).status).toBe(200);
    expect(await obstacles(reported)).toEqual([]);
    expect((await approve(reported)).status).toBe(200);
  });

  it('joins no closing as a co-agent any more, nor is their share of one changed but by the office', async () => {
    const member = await working();
    const partner = await working();
    const coAgents = [{ user: member.id, rate: 40_00 }];
    const [without, shared] = [await old(partner), await old(partner, { coAgents })];
    await leave(member);
    const late = `${member.name} left on ${formatDay(inDays(-10))}: add no one who has left since the report`;
    for (const change of [changeOwn(without, partner, { coAgents }), changeAsOffice(without, { coAgents })])
      expect(await change).toMatchObject({
        status: 400,
        body: { msg: late },
      });
    const others = [
      { coAgents, property: '99 Other St' },
      { coAgents: [{ user: member.id, rate: 90_00 }] },
      {},
    ];
    for (const given of others)
      expect((await changeOwn(shared, partner, given)).body.msg).toContain(
        'the office changes this closing now',
      );
    expect((await changeOwn(without, partner, { price: 845_000_00 })).status).toBe(200);
    expect((await changeAsOffice(shared, { coAgents, price: 845_000_00 })).status).toBe(200);
    expect((await approve(shared)).status).toBe(200);
  });

  it('changes and joins closings as before once they are back', async () => {
    const [member, partner] = [await working(), await working()];
    const [own, shared] = [await old(member), await old(partner)];
    await leave(member);
    await add(member, joined(-2));
    expect((await changeOwn(own, member, { price: 845_000_00 })).status).toBe(200);
    expect((await changeOwn(shared, partner, { coAgents: [{ user: member.id, rate: 40_00 }] })).status).toBe(
      200,
    );
  });

  it('works until a day of leaving that is to come', async () => {
    const member = await working();
    await add(member, joined(-60));
    await add(member, left(14));
    expect(await mayWork(member)).toBe(true);
    expect((await approve(await report(member))).status).toBe(200);
  });
});

it('a member who joins later is stopped until then, and one with a date for the first time needs no other tick', async () => {
  const early = await working();
  await add(early, joined(10));
  expect(await mayWork(early)).toBe(false);
  const { body } = await approve(await report(early));
  expect(body.msg).toContain(`${early.name} must not work: joins on`);
  const member = await working();
  await add(member, joined(-3));
  expect(await mayWork(member)).toBe(true);
  await noteCheck(server, member.id, 'w9');
  expect((await approve(await report(member))).status).toBe(200);
});
