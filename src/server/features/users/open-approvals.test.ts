import { afterAll, beforeAll, expect, it } from 'vitest';
import { approver, closingBody, letWork, made, nameApprover, takeStep } from '../../../../test/closings.ts';
import { broker, checkedLicense, invitedLead, read, signedLead } from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const decide = (who: Person, id: string, reason: string) =>
  made(server, who, `PUT /api/closings/${id}/decisions`, {
    deductions: [{ kind: 'other', amount: 50_00, reason }],
  });

const notNow = (did: string) => [
  400,
  `This account ${did} that are not paid yet, so it cannot be deleted now. Suspend it until they are paid.`,
];

async function reported(): Promise<string> {
  const member = await person(server);
  await letWork(server, member.id);
  return (await made(server, member, 'POST /api/my-closings', closingBody()))._id;
}

const deletions: [how: string, remove: (who: Person, admin: Person) => Promise<Answer>][] = [
  ['by themselves', ({ token }) => server.call('DELETE /api/profile', { token })],
  ['by an admin', ({ id }, { token }) => server.call(`DELETE /api/users/${id}`, { token })],
  [
    'by an erasure',
    ({ email }, { token }) => server.call('POST /api/personal-data/erasure', { token, body: { email } }),
  ],
];
const tryAll = async (who: Person, admin: Person) => {
  const answers = [];
  for (const [, remove] of deletions) {
    const { status, body } = await remove(who, admin);
    answers.push([status, body.msg]);
  }
  return answers;
};

it('who approved a closing is neither deleted nor erased before it is paid', async () => {
  const office = await approver(server);
  const leaving = await person(server, { admin: true });
  await nameApprover(server, leaving.id);
  const _id = await reported();
  await takeStep(server, leaving, _id, 'approved');
  const no = notNow('approved closings');
  expect(await tryAll(leaving, office)).toEqual([no, no, no]);
  for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, _id, step);
  await made(server, office, `DELETE /api/users/${leaving.id}`);
});

const acts: [did: string, act: (who: Person, id: string) => Promise<unknown>][] = [
  ['decided on', (who, id) => decide(who, id, 'Sign')],
  ['changed', (who, id) => made(server, who, `PUT /api/closings/${id}`, closingBody({ price: 700_000_00 }))],
];
it.each(acts)('whose account has %s a closing stays until someone else decides', async (_did, act) => {
  const office = await approver(server);
  const leaving = await person(server, { admin: true });
  const _id = await reported();
  await act(leaving, _id);
  const no = notNow('decided on closings or changed closings');
  expect(await tryAll(leaving, office)).toEqual([no, no, no]);
  await decide(office, _id, 'Signs');
  await made(server, office, `DELETE /api/users/${leaving.id}`);
});

it('an agent who changed only their own closing is deleted', async () => {
  const office = await approver(server);
  const member = await person(server);
  await letWork(server, member.id);
  const own = await made(server, member, 'POST /api/my-closings', closingBody());
  await made(server, member, `PUT /api/my-closings/${own._id}`, closingBody({ price: 700_000_00 }));
  await made(server, office, `DELETE /api/users/${member.id}`);
});

it('an account that no one uses stays while a closing that it decided on is not paid', async () => {
  const office = await approver(server);
  const dormant = await person(server, { admin: true });
  await decide(dormant, await reported(), 'Sign');
  const unused = await person(server);
  const long = { last_sign_in_at: '2020-01-01T00:00:00.000Z', created_at: '2020-01-01T00:00:00.000Z' };
  const both = [dormant.id, unused.id];
  await server.db.updateTable('users').set(long).where('id', 'in', both).execute();
  await eraseOldData(server);
  const statuses = [];
  for (const id of both)
    statuses.push((await server.call(`POST /api/users/${id}/suspend`, { token: office.token })).status);
  expect(statuses).toEqual([200, 404]);
});

it('whose account has checked or approved an application stays until it is signed', async () => {
  const boss = await broker(server);
  const leaving = await person(server, { admin: true });
  const applicant = await signedLead(server, boss.token, {});
  const at = `POST /api/joining/applications/${applicant.id}`;
  await checkedLicense(server, leaving.token, applicant);
  await made(server, leaving, `${at}/approve`, { sha256: applicant.sha256 });
  const tries = await tryAll(leaving, boss);
  for (const answer of tries)
    expect(answer).toEqual([400, expect.stringContaining('checked or approved an application')]);
  await made(server, boss, `${at}/countersign`, { sha256: applicant.sha256 });
  await made(server, boss, `DELETE /api/users/${leaving.id}`);
});

it('a look at the license of an application counts before the applicant signs, too', async () => {
  const boss = await broker(server);
  const leaving = await person(server, { admin: true });
  const applicant = await invitedLead(server, boss.token);
  await read(server, applicant);
  await checkedLicense(server, leaving.token, applicant);
  for (const answer of await tryAll(leaving, boss))
    expect(answer).toEqual([400, expect.stringContaining('checked or approved an application')]);
});

it('a decision and the deletion of its account at the same moment do not both happen', async () => {
  const office = await approver(server);
  for (let round = 0; round < 6; round++) {
    const leaving = await person(server, { admin: true });
    const id = await reported();
    const decision = { deductions: [{ kind: 'other', amount: 50_00, reason: 'Sign' }] };
    const [decided, deleted] = await Promise.all([
      server.call(`PUT /api/closings/${id}/decisions`, { token: leaving.token, body: decision }),
      server.call(`DELETE /api/users/${leaving.id}`, { token: office.token }),
    ]);
    expect([decided.status, deleted.status]).not.toEqual([200, 200]);
    expect([decided.status, deleted.status]).toContain(200);
  }
});
