import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  closingSettingsBody,
  coordinator,
  importedClosing,
  letWork,
  made,
  nameApprover,
  takeStep,
} from '../../../../test/closings.ts';
import { broker, invitedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';

let server: TestServer;
let office: Person;
let selfDealer: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
  selfDealer = await coordinator(server);
  selfDealer = { ...selfDealer, name: 'Sal Dealer' };
  await server.db
    .updateTable('users')
    .set({ name: selfDealer.name })
    .where('id', '=', selfDealer.id)
    .execute();
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
    // Their check holds for the license that they had.
    await letWork(server, selfDealer.id);
    const referral = { by: 'rate', rate: 25_00, broker: 'Other', license: 'DRE 1234567', state: 'CA' };
    const { _id } = await report(await person(server), { referral });
    const { status, body } = await tryTo(selfDealer, `PUT /api/closings/${_id}/decisions`, {});
    expect([status, body.msg]).toEqual([
      403,
      "You're paid the referral of this closing. Someone else in the office has to work on it.",
    ]);
  });

  it('as whose corporation gets the referral, with or without its accents', async () => {
    const admin = await person(server, { admin: true });
    const { lead } = await invitedLead(server, (await broker(server)).token);
    const answers = { payTo: 'corporation', corporation: 'Núñez Homes, Inc.', declaration: 'yes' };
    await server.db
      .updateTable('applications')
      .set({ state: 'joined', answers: JSON.stringify(answers) })
      .where('lead_id', '=', lead)
      .execute();
    const dealer = await coordinator(server);
    await server.db
      .updateTable('contact_requests')
      .set({ member_id: dealer.id })
      .where('id', '=', lead)
      .execute();
    for (const name of ['Núñez Homes, Inc.', 'NUNEZ HOMES INC', 'Nu\u0301ñez Homes\u00a0Inc.']) {
      const referral = { by: 'rate', rate: 25_00, broker: name, license: 'TX 7654321', state: 'CA' };
      const { _id } = await report(admin, { referral });
      expect([name, (await tryTo(dealer, `PUT /api/closings/${_id}/decisions`, {})).status]).toEqual([
        name,
        403,
      ]);
    }
  });
});

describe('who approves alone, where the settings allow it', () => {
  const allow = async (on: boolean, approvers: Person[]) => {
    const admin = await person(server, { admin: true });
    const named = approvers.map(({ id }) => ({ user: id, capacity: 'Broker' }));
    await made(
      server,
      admin,
      'PUT /api/closings/settings',
      closingSettingsBody({ ownClosings: on, approvers: named }),
    );
    return admin;
  };

  it('acts on their own closings, and all admins and the security log learn of each act with both names', async () => {
    const { _id } = await report(selfDealer);
    const approve = async () =>
      tryTo(selfDealer, `POST /api/closings/${_id}/approve`, await approval(server, office, _id));
    for (const [on, approvers] of [
      [false, [selfDealer]],
      [true, [selfDealer, office]],
      [true, [office]],
    ] as const) {
      await allow(on, [...approvers]);
      expect((await approve()).status).toBe(403);
    }
    const admin = await allow(true, [selfDealer]);
    const open = await made(server, selfDealer, `GET /api/closings/${_id}`);
    expect(open.interest).toEqual({ text: expect.stringContaining("You're the agent"), mayAct: true });
    expect((await approve()).status).toBe(200);
    const [text] = await textsTo(server, admin.email);
    expect(text).toContain(`${selfDealer.name} worked on a closing that pays them: approved.`);
    expect(text).toContain(`The agent of the closing is ${selfDealer.name}.`);
    const logged = await server.db
      .selectFrom('security_log')
      .select(['user_id', 'detail'])
      .where('event', '=', 'closing.own')
      .execute();
    expect(logged).toEqual([
      {
        user_id: selfDealer.id,
        detail: `closing ${_id}: approved; by ${selfDealer.name}, agent ${selfDealer.name}`,
      },
    ]);
    await made(server, selfDealer, `POST /api/closings/${_id}/steps`, { step: 'letter-sent' });
    expect(await textsTo(server, admin.email)).toHaveLength(2);
    await allow(false, [office, selfDealer]);
  });

  it('whose import of their own closings is told alike', async () => {
    const admin = await person(server, { admin: true });
    const body = { csv: importedClosing(admin.email, 'OWN-1'), apply: true };
    await made(server, admin, 'POST /api/closings/import', body);
    const [text] = await textsTo(server, admin.email);
    expect(text).toContain('worked on a closing that pays them: 1 imported.');
  });
});

it('who decided, and is paid by the closing since, leaves it to be decided again', async () => {
  const member = await person(server);
  await letWork(server, member.id);
  const { _id } = await report(member);
  const line = { label: 'Waiver', amount: 100_00, reason: 'A good year' };
  const decide = (who: Person) => made(server, who, `PUT /api/closings/${_id}/decisions`, { lines: [line] });
  await decide(selfDealer);
  const share = { coAgents: [{ user: selfDealer.id, rate: 40_00 }] };
  await made(server, member, `PUT /api/my-closings/${_id}`, closingBody(share));
  const approve = async () =>
    tryTo(office, `POST /api/closings/${_id}/approve`, await approval(server, office, _id));
  expect((await approve()).body.msg).toBe(
    `${selfDealer.name} decided on it and is paid by it now: save the decisions again`,
  );
  await decide(office);
  expect((await approve()).status).toBe(200);
});

describe('the same effect needs the same right', () => {
  const approved = async (given: object = {}) => {
    const member = await person(server);
    await letWork(server, member.id);
    const { _id } = await report(member, given);
    await takeStep(server, office, _id, 'approved');
    return { id: String(_id), member };
  };

  it('a change by the agent asks an old session to confirm, and tells who has lost a share', async () => {
    const partner = await person(server);
    await letWork(server, partner.id);
    const { id, member } = await approved({ coAgents: [{ user: partner.id, rate: 40_00 }] });
    await takeStep(server, office, id, 'letter-sent');
    const setBack = (by: number) =>
      server.db
        .updateTable('sessions')
        .set({ created_at: fromNow(-by) })
        .where('user_id', '=', member.id)
        .execute();
    await setBack(16 * minute);
    const change = (body: object) => tryTo(member, `PUT /api/my-closings/${id}`, body);
    const kept = { coAgents: [{ user: partner.id, rate: 40_00 }], note: 'Keys' };
    expect((await change(closingBody(kept))).status).toBe(200);
    const asked = await change(closingBody());
    expect([asked.status, asked.body.confirm]).toEqual([400, { methods: expect.any(Array) }]);
    await setBack(0);
    expect((await change(closingBody())).body).toMatchObject({ state: 'reported', approved: null });
    const told = (await textsTo(server, partner.email)).at(-1);
    expect(told).toMatch(/Letter \d+ was marked as sent: escrow or title must get notice \d+/);
    expect(told).toContain('You no longer have a share of it.');
    expect((await textsTo(server, member.email)).at(-1)).toMatch(/must get notice \d+/);
    expect((await textsTo(server, office.email)).at(-1)).toMatch(/must get notice \d+/);
  });

  it('once the funds are received the agent asks, and those who approve see it until it is answered', async () => {
    const { id, member } = await approved();
    for (const step of ['letter-sent', 'closed', 'funds-received'] as const)
      await takeStep(server, office, id, step);
    const change = await tryTo(member, `PUT /api/my-closings/${id}`, closingBody({ note: 'x' }));
    expect(change.body.msg).toBe('The funds are received: ask the office for this change');
    const text = 'The file number is GE-2';
    const own = await made(server, member, `POST /api/my-closings/${id}/ask`, { text });
    expect(own).toMatchObject({ request: text, mayChange: false, mayAsk: true });
    expect((await textsTo(server, office.email)).at(-1)).toContain('An agent asks for a change of a closing');
    expect(await made(server, office, `GET /api/closings/${id}`)).toMatchObject({ request: text });
    const after = await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'As asked' });
    expect(after).toMatchObject({ request: '', state: 'reported' });
  });

  it('what stays due after a fall is at most the fees of the closing', async () => {
    const member = await person(server);
    const { _id } = await report(member, { shortSale: true });
    const fall = (amount: number) =>
      tryTo(office, `POST /api/closings/${_id}/fell-through`, {
        reason: 'The lender refused',
        charges: [{ label: 'Short sale processing', amount, reason: 'Non-refundable' }],
      });
    const refused = await fall(1_395_01);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ msg: 'Charges can add up to at most $1,395, the fees of this closing', field: 'charges' }],
    ]);
    expect((await fall(795_00)).status).toBe(200);
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
