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
  payment,
  takeStep,
  versionOf,
} from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';

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
    const dealer = await coordinator(server);
    await server.db
      .insertInto('member_payees')
      .values({ user_id: dealer.id, corporation: 'Núñez Homes, Inc.' })
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

describe('who gets the referral is known', () => {
  const license = { expires: '2099-01-31' };
  const referral = (given: object) => ({
    referral: { by: 'rate', rate: 25_00, broker: 'KR', license: 'none', state: 'CA', ...given },
  });
  const dealer = async (name: string, number?: string) => {
    const user = await coordinator(server);
    await server.db.updateTable('users').set({ name }).where('id', '=', user.id).execute();
    await nameApprover(server, user.id);
    if (number) await made(server, user, 'PUT /api/licenses/me', { ...license, number });
    return { ...user, name };
  };
  const paid = "You're paid the referral of this closing. Someone else in the office has to work on it.";

  it('by a license that they had before, as they or an earlier version entered it', async () => {
    const former = await dealer('Fay Former', '01000004');
    const imported = await dealer('Ira Imported');
    await letWork(server, imported.id);
    const { number } = await made(server, imported, 'GET /api/licenses/me');
    for (const [who, was] of [
      [former, '01000004'],
      [imported, String(number)],
    ] as const) {
      await made(server, who, 'PUT /api/licenses/me', { ...license, number: '01999999' });
      const { _id } = await report(await person(server), referral({ license: was }));
      const { status, body } = await tryTo(who, `PUT /api/closings/${_id}/decisions`, {});
      expect([was, status, body.msg]).toEqual([was, 403, paid]);
    }
  });

  it('by a name that their account had before, also of who decided meanwhile under another', async () => {
    const payee = await person(server, { coordinator: true, name: 'Pia Payee' });
    const admin = await person(server, { admin: true });
    const rename = (name: string) =>
      made(server, admin, `PUT /api/users/${payee.id}`, { name, email: payee.email });
    const decide = async (id: string) => {
      const { status, body } = await tryTo(payee, `PUT /api/closings/${id}/decisions`, {});
      return [status, body.msg];
    };
    const { _id } = await report(await person(server), referral({ broker: 'Pia Payee' }));
    expect(await decide(_id)).toEqual([403, paid]);
    await rename('Nan Newname');
    expect(await decide(_id)).toEqual([403, paid]);
    await rename('Nan → Newer');
    await rename('Pia Payee');
    for (const broker of ['Newname, Nan', 'Nan Newer', 'PIA PAYEE']) {
      const closing = await report(await person(server), referral({ broker }));
      expect([broker, await decide(closing._id)]).toEqual([broker, [403, paid]]);
    }
    const other = await report(await person(server), referral({ broker: 'Nan Payee' }));
    expect((await decide(other._id))[0]).toBe(200);
  });

  it('by their license within more text, or by their name, nor do they add it themselves', async () => {
    const dora = await dealer('Dora Núñez', '01000034');
    const { _id } = await report(await person(server));
    for (const given of [
      { license: 'DRE 01000034/1' },
      { license: '1000034' },
      { license: 'No. 010-000-34' },
      { license: '０１００００３４' },
      { broker: 'KR, DRE 01000034' },
      { broker: 'Dora  Nunez' },
      { broker: 'DORA NU\u0301ÑEZ.' },
    ]) {
      const refused = await tryTo(dora, ...change(_id, referral(given)));
      expect([given, refused.status, refused.body.msg]).toEqual([given, 403, paid]);
    }
    const other = await tryTo(dora, ...change(_id, referral({ broker: 'Dora', license: 'TX 9000034/01' })));
    expect(other.status).toBe(200);
  });
});

describe('who approved, and is paid since, leaves the closing to be approved again', () => {
  const stop = (who: Person, did = 'approved') =>
    `${who.name} ${did} it and is paid by it now: withdraw the approval, save the decisions again, then approve again`;
  const approved = async (who: Person, given: object = {}) => {
    const member = await person(server);
    await letWork(server, member.id);
    const { _id } = await report(member, given);
    await takeStep(server, who, _id, 'approved');
    return String(_id);
  };
  const approverWith = async (name: string) => {
    const user = await coordinator(server);
    await server.db.updateTable('users').set({ name }).where('id', '=', user.id).execute();
    await nameApprover(server, user.id);
    return { ...user, name };
  };
  const referral = (number: string) => ({
    referral: { by: 'rate', rate: 25_00, broker: 'KR', license: number, state: 'CA' },
  });
  const changeLicense = (who: Person, number: string) =>
    made(server, who, 'PUT /api/licenses/me', { number, expires: '2099-01-31' });
  const again = async (id: string) => {
    await made(server, office, `POST /api/closings/${id}/withdraw`, { reason: 'By its payee' });
    await made(server, office, `PUT /api/closings/${id}/decisions`, {});
    await takeStep(server, office, id, 'approved');
  };

  it('by a license, also one given back since: the letter stops', async () => {
    const late = await approverWith('Lee Late');
    const number = '01000044';
    const id = await approved(late, referral(number));
    await changeLicense(late, number);
    await changeLicense(late, '01999999');
    expect((await made(server, office, `GET /api/closings/${id}`)).obstacles).toEqual([stop(late)]);
    const refused = await tryTo(office, `POST /api/closings/${id}/steps`, { step: 'letter-sent' });
    expect([refused.status, refused.body.msg]).toEqual([400, stop(late)]);
    await again(id);
    await takeStep(server, office, id, 'letter-sent');
  });

  it('by linking with their own closing: the steps and the payment stop, and those who approve learn of it', async () => {
    const party = await approverWith('Pat Party');
    const id = await approved(party);
    await takeStep(server, office, id, 'letter-sent');
    const own = await report(party);
    const admin = await person(server, { admin: true });
    await made(server, admin, `POST /api/closings/${id}/link`, { closing: own._id });
    const { obstacles, events } = await made(server, office, `GET /api/closings/${id}`);
    expect(obstacles).toEqual([stop(party)]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'reopened', text: stop(party) }));
    expect((await textsTo(server, office.email)).at(-1)).toContain('or whom it pays, has changed');
    const next = await tryTo(office, `POST /api/closings/${id}/steps`, { step: 'closed' });
    expect([next.status, next.body.msg]).toEqual([400, stop(party)]);
    await again(id);
    for (const step of ['letter-sent', 'closed', 'funds-received'] as const)
      await takeStep(server, office, id, step);
    const theirs = await report(office);
    await made(server, admin, `POST /api/closings/${id}/link`, { closing: theirs._id });
    const paid = await payment(server, office, id);
    const refused = await tryTo(admin, `POST /api/closings/${id}/paid`, paid);
    expect([refused.status, refused.body.msg]).toEqual([400, stop(office)]);
  });

  it('once it is paid, only someone who approves corrects it', async () => {
    const late = await approverWith('Cory Late');
    const id = await approved(late, referral('01000054'));
    for (const step of ['letter-sent', 'closed', 'funds-received', 'paid'] as const)
      await takeStep(server, office, id, step);
    const correct = async (who: Person) => {
      const version = await versionOf(server, office, id);
      const body = { version, on: officeDay(now()), reason: 'Counted twice', kept: 100 };
      const answer = await tryTo(who, `POST /api/closings/${id}/corrections`, body);
      return [answer.status, answer.body.msg];
    };
    const clerk = await coordinator(server);
    expect(await correct(clerk)).toEqual([200, undefined]);
    await changeLicense(late, '01000054');
    expect(await correct(clerk)).toEqual([
      400,
      `${late.name} approved it and is paid by it: only someone who approves can correct it`,
    ]);
    expect((await correct(late))[0]).toBe(403);
    expect(await correct(office)).toEqual([200, undefined]);
  });

  it('as who linked it for the office and is named in it since', async () => {
    const linker = await person(server, { coordinator: true, name: 'Lin Linker' });
    const [member, partner] = [await person(server), await person(server)];
    for (const { id } of [member, partner]) await letWork(server, id);
    const { _id } = await report(member, referral('01000084'));
    const side = await report(partner);
    await made(server, linker, `POST /api/closings/${_id}/link`, { closing: side._id });
    await made(server, linker, `DELETE /api/closings/${_id}/link`);
    await takeStep(server, office, _id, 'approved');
    await changeLicense(linker, '01000084');
    const sent = await tryTo(office, `POST /api/closings/${_id}/steps`, { step: 'letter-sent' });
    expect([sent.status, sent.body.msg]).toEqual([400, stop(linker, 'changed')]);
    const { events } = await made(server, office, `GET /api/closings/${side._id}`);
    expect(events[0]).toMatchObject({
      kind: 'linked',
      by: linker.name,
      text: expect.stringMatching(/^no longer with /),
    });
  });

  it('as who changed the report for the office and is named in it since', async () => {
    const editor = await approverWith('Ed Editor');
    const member = await person(server);
    await letWork(server, member.id);
    const { _id } = await report(member);
    await made(server, editor, ...change(_id, referral('01000064')));
    await takeStep(server, office, _id, 'approved');
    await changeLicense(editor, '01000064');
    const sent = await tryTo(office, `POST /api/closings/${_id}/steps`, { step: 'letter-sent' });
    expect([sent.status, sent.body.msg]).toEqual([400, stop(editor, 'changed')]);
    await made(server, office, `POST /api/closings/${_id}/withdraw`, { reason: 'By its payee' });
    const mine = await tryTo(
      editor,
      `POST /api/closings/${_id}/approve`,
      await approval(server, editor, _id),
    );
    expect(mine.status).toBe(403);
    const open = await tryTo(
      office,
      `POST /api/closings/${_id}/approve`,
      await approval(server, office, _id),
    );
    expect(open.body.msg).toBe('Ed Editor changed it and is paid by it now: save the decisions again');
    await made(server, office, `PUT /api/closings/${_id}/decisions`, {});
    await takeStep(server, office, _id, 'approved');
    await takeStep(server, office, _id, 'letter-sent');
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

  it('a co-agent learns of a share that the agent changes or takes away before the approval', async () => {
    const partner = await person(server);
    const other = await person(server);
    const member = await person(server);
    const { _id: id } = await report(member, { coAgents: [{ user: partner.id, rate: 40_00 }] });
    const change = (given: object) => made(server, member, `PUT /api/my-closings/${id}`, closingBody(given));
    await change({ coAgents: [{ user: partner.id, rate: 40_00 }], note: 'Keys' });
    expect(await textsTo(server, partner.email)).toEqual([]);
    await change({ coAgents: [{ user: partner.id, rate: 1_00 }] });
    const lowered = await textsTo(server, partner.email);
    expect(lowered.at(-1)).toContain('Its agent has changed the shares of a closing');
    expect(lowered.at(-1)).not.toContain('no longer');
    await change({ coAgents: [{ user: other.id, rate: 1_00 }] });
    const gone = await textsTo(server, partner.email);
    expect([lowered.length, gone.length]).toEqual([1, 2]);
    expect(gone.at(-1)).toContain('You no longer have a share of it.');
    expect(await textsTo(server, other.email)).toHaveLength(1);
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
