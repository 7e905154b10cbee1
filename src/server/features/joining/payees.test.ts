import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { approval, approver, closingBody, made, noteCheck } from '../../../../test/closings.ts';
import { broker, invitedLead, joinedLead, signedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { contactRequest, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { refillPayees } from '../member-files/corporations.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

/** docs/security.md S17.13: a member is paid by what they declared, whatever becomes of the lead. */

let server: TestServer;
let admin: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
  office = await approver(server);
});
afterAll(() => server.stop());

const call = (key: string, body?: unknown, { token }: { token: string } = admin) =>
  server.call(key, { token, body });

let licenses = 0;
const declared = (corporation: string) => {
  licenses += 1;
  const license = String(1_500_000 + licenses).padStart(8, '0');
  return { ...completeAnswers, license, payTo: 'corporation', corporation, declaration: 'yes' } as const;
};

/** A member who joined by a lead of theirs, and is paid through a corporation. */
async function paidThrough(corporation: string) {
  const member = await person(server);
  const { lead } = await joinedLead(server, admin.token, { email: member.email }, declared(corporation));
  await noteCheck(server, member.id, 'may-work');
  await noteCheck(server, member.id, 'payout');
  return { member, lead };
}

const report = (member: Person) => made(server, member, 'POST /api/my-closings', closingBody());
const payeeOf = async (id: string): Promise<string> => {
  const { letter } = await made(server, office, `GET /api/closings/${id}`);
  return JSON.stringify(letter.tables[0].rows);
};

describe('the corporation of a member', () => {
  it('is paid after the lead was deleted, by a token too', async () => {
    const byHand = await paidThrough('Ortiz Homes, Inc.');
    const { _id } = await report(byHand.member);
    expect((await call(`DELETE /api/leads/${byHand.lead}`)).status).toBe(200);
    expect(await payeeOf(_id)).toContain('Ortiz Homes, Inc., for ');
    const body = await approval(server, office, _id);
    expect((await call(`POST /api/closings/${_id}/approve`, body, office)).status).toBe(200);

    const byToken = await paidThrough('Token Homes, Inc.');
    const { token } = (await call('POST /api/api-tokens', { name: 'CRM', scopes: ['leads:write'], days: 5 }))
      .body;
    expect((await call(`DELETE /api/leads/${byToken.lead}`, undefined, { token })).status).toBe(200);
    expect(await payeeOf((await report(byToken.member))._id)).toContain('Token Homes, Inc., for ');
  });

  it('is paid after the lead was erased by its age', async () => {
    const { member, lead } = await paidThrough('Aged Homes, Inc.');
    await server.db
      .updateTable('contact_requests')
      .set({ created_at: fromNow(-700 * day) })
      .where('id', '=', lead)
      .execute();
    await eraseOldData(server.parts);
    const left = server.db.selectFrom('contact_requests').select('id').where('id', '=', lead);
    expect(await left.execute()).toEqual([]);
    expect(await payeeOf((await report(member))._id)).toContain('Aged Homes, Inc., for ');
    const { current, again } = await made(server, admin, `GET /api/joining/members/${member.id}/checks`);
    expect([current.payout, current.w9, again]).toEqual(['Aged Homes, Inc.', 'Aged Homes, Inc.', []]);
  });

  it('is read again from the application of an earlier version, once', async () => {
    const { member } = await paidThrough('Former Homes, Inc.');
    await server.db.deleteFrom('member_payees').where('user_id', '=', member.id).execute();
    expect(await refillPayees(server.db)).toBe(1);
    expect(await refillPayees(server.db)).toBe(0);
    expect(await payeeOf((await report(member))._id)).toContain('Former Homes, Inc., for ');
  });
});

it('no one is paid under another name than the one that the payout details were checked for', async () => {
  const { member } = await paidThrough('Checked Homes, Inc.');
  const { _id } = await report(member);
  await server.db.deleteFrom('member_payees').where('user_id', '=', member.id).execute();
  const point = `The payout details were checked for Checked Homes, Inc., and ${member.name} would be paid: check them again`;
  const body = await approval(server, office, _id);
  const refused = await call(`POST /api/closings/${_id}/approve`, body, office);
  expect([refused.status, refused.body.msg]).toEqual([400, point]);
  const check = { kind: 'payout', ticked: true, day: officeDay(now()), note: '' };
  expect((await call(`POST /api/joining/members/${member.id}/checks`, check)).status).toBe(200);
  const again = await approval(server, office, _id);
  expect((await call(`POST /api/closings/${_id}/approve`, again, office)).status).toBe(200);
});

it('no one is paid by payout details whose tick was taken back, before the approval and after it', async () => {
  const { member } = await paidThrough('Taken Homes, Inc.');
  const { _id } = await report(member);
  const tick = async (ticked: boolean) => {
    const check = { kind: 'payout', ticked, day: officeDay(now()), note: '' };
    expect((await call(`POST /api/joining/members/${member.id}/checks`, check)).status).toBe(200);
  };
  const decide = async (act: 'approve' | 'steps', body: unknown) => {
    const { status, body: answer } = await call(`POST /api/closings/${_id}/${act}`, body, office);
    return [status, answer.msg];
  };
  const point = `The tick for the payout details of ${member.name} was taken back: check them again first`;
  await server.db.deleteFrom('member_payees').where('user_id', '=', member.id).execute();
  await tick(false);
  expect(await decide('approve', await approval(server, office, _id))).toEqual([400, point]);
  await tick(true);
  expect(await decide('approve', await approval(server, office, _id))).toEqual([200, undefined]);
  await tick(false);
  expect(await decide('steps', { step: 'letter-sent' })).toEqual([400, point]);
  await tick(true);
  expect(await decide('steps', { step: 'letter-sent' })).toEqual([200, undefined]);
});

describe('a corporation that makes a member one person with someone of the office', () => {
  const linkedWith = (id: string) =>
    server.db
      .selectFrom('security_log')
      .select(['event', 'detail', 'user_id'])
      .where('event', 'in', ['license.linked', 'payee.linked'])
      .where('detail', 'like', `%user ${id} is one person%`)
      .execute();
  const toldTo = async ({ email }: Person) =>
    (await textsTo(server, email)).filter((text) => text.includes('is paid through a corporation'));

  it('is told to all admins when the broker signs, as a number is', async () => {
    const boss = await person(server, { admin: true, name: 'Bo Boss' });
    await joinedLead(server, admin.token, { email: boss.email }, declared('Boss Homes, Inc.'));
    const { member } = await paidThrough('Boss Homes Incorporated');
    expect(await linkedWith(member.id)).toEqual([
      {
        event: 'payee.linked',
        detail: `payee: user ${member.id} is one person with user ${boss.id}`,
        user_id: admin.id,
      },
    ]);
    for (const who of [boss, admin]) {
      const [mail, ...others] = await toldTo(who);
      expect([mail, others]).toEqual([expect.stringContaining('one person with Bo Boss'), []]);
      expect(mail).toContain(`/dashboard/admin/compliance/${member.id}`);
    }
    expect(await toldTo(member)).toEqual([]);
  });

  it('is not told of one that no one of the office has, and of one that another member has', async () => {
    const { member } = await paidThrough('Agent Homes, Inc.');
    const { member: second } = await paidThrough('Agent Homes Inc');
    expect([await linkedWith(member.id), await linkedWith(second.id)]).toEqual([[], []]);
  });
});

describe('a lead belongs to one person', () => {
  const memberOf = async (lead: string) =>
    (
      await server.db
        .selectFrom('contact_requests')
        .select('member_id')
        .where('id', '=', lead)
        .executeTakeFirstOrThrow()
    ).member_id;
  const invite = (lead: string) => {
    const { name, email } = { name: 'Nora Niece', email: `niece-${lead}@example.org` };
    return call('POST /api/users', { name, email, admin: false, lead });
  };

  it('who has joined: another account gets neither lead nor corporation', async () => {
    const { member, lead } = await paidThrough('Second Homes, Inc.');
    const { status, body } = await invite(lead);
    expect([status, body.msg]).toEqual([400, 'This person has already joined']);
    expect(await memberOf(lead)).toBe(member.id);
    const accounts = server.db.selectFrom('users').select('id').where('name', '=', 'Nora Niece');
    expect(await accounts.execute()).toEqual([]);
  });

  it('or who has signed, until it is decided', async () => {
    const { lead, id } = await signedLead(server, admin.token);
    const { status, body } = await invite(lead);
    expect([status, body.msg]).toEqual([400, 'This person has signed the agreement. Decide on it first']);
    await call(`POST /api/joining/applications/${id}/decline`, { reason: 'No', mail: '' });
    expect((await invite(lead)).status).toBe(200);
  });

  it('with individual terms is made no account, which would lose them', async () => {
    const { body: agreed } = await call('POST /api/leads', contactRequest());
    const lead = agreed.lead._id;
    const terms = { date: '2026-01-01', lines: [{ line: 'sale', amount: 10000 }], mentor: '', paragraph: '' };
    await made(server, admin, `PUT /api/joining/leads/${lead}/terms`, { terms });
    const account = await invite(lead);
    expect([account.status, account.body]).toEqual([
      200,
      {
        status: 'error',
        message:
          'Individual terms are agreed with this lead, and an account made here would lose them. Send the agreement instead, or take the terms away first',
      },
    ]);
    const email = `niece-${lead}@example.org`;
    const accounts = server.db.selectFrom('users').select('id').where('email', '=', email);
    expect(await accounts.execute()).toEqual([]);
    await made(server, admin, `PUT /api/joining/leads/${lead}/terms`, { terms: null });
    expect((await invite(lead)).body.email).toBe(email);
  });

  it('whose application waits for the office is not moved to spam, also with another inquiry', async () => {
    const { lead, id } = await signedLead(server, admin.token);
    const { body: shown } = await call('POST /api/leads', contactRequest());
    const refused = [400, 'Decline the application first'];
    const move = async (key: string, body: object) => {
      const answer = await call(key, body);
      return [answer.status, answer.body.msg];
    };
    expect(await move(`PATCH /api/leads/${lead}`, { spam: true })).toEqual(refused);
    const joinedTo = (joined_to: string | null) =>
      server.db.updateTable('contact_requests').set({ joined_to }).where('id', '=', lead).execute();
    await joinedTo(shown.lead._id);
    expect(await move(`PATCH /api/leads/${shown.lead._id}`, { spam: true })).toEqual(refused);
    await joinedTo(null);
    expect((await call(`PATCH /api/leads/${lead}`, { status: 'contacted' })).status).toBe(200);
    await call(`POST /api/joining/applications/${id}/decline`, { reason: 'No', mail: '' });
    expect((await call(`PATCH /api/leads/${lead}`, { spam: true })).body.spam).toBe(true);
  });

  it('whose application goes on though the lead is old, until it has stood still as long', async () => {
    const ages = (lead: string, days: number) =>
      server.db
        .updateTable('contact_requests')
        .set({ created_at: fromNow(-days * day) })
        .where('id', '=', lead)
        .execute();
    const stateOf = async (id: string) => (await call(`GET /api/joining/applications/${id}`)).body?.state;
    const invited = await invitedLead(server, admin.token);
    const signed = await signedLead(server, admin.token);
    const declined = await signedLead(server, admin.token);
    await call(`POST /api/joining/applications/${declined.id}/decline`, { reason: 'No', mail: '' });
    for (const { lead } of [invited, signed, declined]) await ages(lead, 700);
    await eraseOldData(server.parts);
    const states = async () => [
      await stateOf(invited.id),
      await stateOf(signed.id),
      await stateOf(declined.id),
    ];
    expect(await states()).toEqual(['invited', 'signed', undefined]);
    expect((await call(`GET /api/leads/${signed.lead}`)).status).toBe(200);
    for (const { id } of [invited, signed])
      await server.db
        .updateTable('applications')
        .set({ changed_at: fromNow(-700 * day) })
        .where('id', '=', id)
        .execute();
    await eraseOldData(server.parts);
    expect(await states()).toEqual([undefined, undefined, undefined]);
  });

  it('whose application goes on with their later request when the first is erased by its age', async () => {
    const applicant = await signedLead(server, admin.token);
    await server.db
      .updateTable('contact_requests')
      .set({ created_at: fromNow(-700 * day) })
      .where('id', '=', applicant.lead)
      .execute();
    const again = contactRequest();
    expect((await server.call('POST /api/contact', { body: again })).status).toBe(200);
    await server.db
      .updateTable('contact_requests')
      .set({ email: applicant.email, joined_to: applicant.lead })
      .where('email', '=', again.email)
      .execute();
    await eraseOldData(server.parts);
    const { state, lead } = await made(server, admin, `GET /api/joining/applications/${applicant.id}`);
    const { email } = await made(server, admin, `GET /api/leads/${lead}`);
    expect([state, lead === applicant.lead, email]).toEqual(['signed', false, applicant.email]);
  });
});
