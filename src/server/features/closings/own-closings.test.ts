import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approver,
  closingBody,
  coordinator,
  letWork,
  made,
  nameApprover,
  takeStep,
} from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let office: Person;
let selfDealer: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
  selfDealer = await coordinator(server);
  await nameApprover(server, selfDealer.id);
  await letWork(server, selfDealer.id);
});
afterAll(() => server.stop());

const report = (who: Person, given: object = {}) =>
  made(server, who, 'POST /api/my-closings', closingBody(given));
const tryTo = (who: Person, key: string, body?: unknown) => server.call(key, { token: who.token, body });
const change = (id: string, given: object) => [`PUT /api/closings/${id}`, closingBody(given)] as const;

describe('no one decides for themselves', () => {
  const own = "You're the agent of this closing. Someone else in the office has to work on it.";

  it('as the agent of a closing, also once the other side is taken out of the deal', async () => {
    const sides = { bothSides: true, otherSide: { by: 'rate', rate: 2_50 } };
    const { _id, linked } = await report(selfDealer, sides);
    for (const id of [_id, linked[0]._id])
      for (const key of [`PUT /api/closings/${id}/decisions`, `DELETE /api/closings/${id}/link`]) {
        const { status, body } = await tryTo(selfDealer, key, {});
        expect([status, body.msg]).toEqual([403, own]);
      }
  });

  it('as the agent of another side, nor by linking with one', async () => {
    const member = await person(server);
    const mine = await report(selfDealer);
    const theirs = await report(member);
    const link = await tryTo(selfDealer, `POST /api/closings/${theirs._id}/link`, { closing: mine._id });
    expect(link.status).toBe(403);
    await made(server, office, `POST /api/closings/${theirs._id}/link`, { closing: mine._id });
    const asked = await tryTo(selfDealer, `POST /api/closings/${theirs._id}/ask`, { text: 'Which?' });
    expect([asked.status, asked.body.msg]).toEqual([
      403,
      "You're the agent of another side of this deal. Someone else in the office has to work on it.",
    ]);
  });

  it('as a co-agent, whenever that was added, nor by becoming one', async () => {
    const member = await person(server);
    const { _id } = await report(member);
    const share = { coAgents: [{ user: selfDealer.id, rate: 40_00 }] };
    expect((await tryTo(selfDealer, ...change(_id, share))).status).toBe(403);
    const before = await made(server, selfDealer, `GET /api/closings/${_id}`);
    expect(before.entry.coAgents).toEqual([]);
    await made(server, member, `PUT /api/my-closings/${_id}`, closingBody(share));
    const asked = await tryTo(selfDealer, `POST /api/closings/${_id}/archive`);
    expect([asked.status, asked.body.msg]).toEqual([
      403,
      'You have a share of this closing. Someone else in the office has to work on it.',
    ]);
  });

  it('as who gets the referral', async () => {
    const admin = await person(server, { admin: true });
    await made(server, admin, `PUT /api/licenses/${selfDealer.id}`, {
      number: '01234567',
      expires: '2099-01-31',
      verified: false,
    });
    const referral = { by: 'rate', rate: 25_00, broker: 'Other', license: 'DRE 1234567', state: 'CA' };
    const { _id } = await report(await person(server), { referral });
    const { status, body } = await tryTo(selfDealer, `PUT /api/closings/${_id}/decisions`, {});
    expect([status, body.msg]).toEqual([
      403,
      "You're paid the referral of this closing. Someone else in the office has to work on it.",
    ]);
  });
});

describe('the trail follows the call', () => {
  it('of the office, also where the agent of old letters called', async () => {
    await letWork(server, selfDealer.id);
    const { _id } = await report(selfDealer);
    await takeStep(server, office, _id, 'approved');
    await made(server, office, `PUT /api/closings/${_id}/package`, { ticked: ['Closing statement'] });
    const events = await server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('object_id', '=', _id)
      .orderBy('created_at')
      .execute();
    expect(events).toEqual([
      { actor_id: office.id, details: expect.stringMatching(/^approved: letter \d+$/) },
      { actor_id: office.id, details: 'package ticked: Closing statement' },
    ]);
  });
});
