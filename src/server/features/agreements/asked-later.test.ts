import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import { agreementWords, approvedLead, broker, joinedLead } from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';

/** docs/product.md P27.10: a version that all are asked to sign reaches those, too, who were not there that day. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
});
afterAll(() => server.stop());

const due = addDays(officeDay(now()), 5);
let versions = 1;
async function publish(ask: object | null) {
  versions += 1;
  const text = `${agreementWords}\n\nSentence ${versions}.`;
  await made(server, admin, 'PUT /api/agreements/text', { text });
  await made(server, admin, 'POST /api/agreements/versions', { note: `Sentence ${versions}`, ask });
  return versions;
}

let licenses = 0;
const answers = () => {
  licenses += 1;
  return { ...completeAnswers, license: String(1_950_000 + licenses).padStart(8, '0') };
};
const askOf = async (userId: string) =>
  server.db
    .selectFrom('agreement_asks')
    .select(['version', 'due_on', 'agreement_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
async function join({ id, sha256 }: { id: string; sha256: string }): Promise<string> {
  const path = `POST /api/joining/applications/${id}/countersign`;
  return (await made(server, admin, path, { sha256 })).member._id;
}

it('an applicant who signed the version before is asked once they have joined, with or without an account', async () => {
  const known = await person(server);
  const [member, stranger] = [
    await approvedLead(server, admin.token, { email: known.email }, answers()),
    await approvedLead(server, admin.token, {}, answers()),
  ];
  const other = await approvedLead(server, admin.token, {}, answers());
  const version = await publish({ who: 'all', due });
  const asked = { version, due_on: due, agreement_id: null };
  expect(await askOf(await join(member))).toEqual(asked);
  expect((await made(server, known, 'GET /api/agreements/mine')).ask).toMatchObject({ version });
  expect(await askOf(await join(stranger))).toEqual(asked);
  // The newest text is the one to sign, also when no one was asked for it.
  const next = await publish(null);
  expect(await askOf(await join(other))).toEqual({ ...asked, version: next });
  const later = await joinedLead(server, admin.token, {}, answers());
  expect(await askOf(later.member)).toBeUndefined();
});

it('a member who was suspended is asked once they are back, but not for what no one else was asked', async () => {
  const member = await person(server);
  await joinedLead(server, admin.token, { email: member.email }, answers());
  const at = `POST /api/users/${member.id}`;
  await made(server, admin, `${at}/suspend`);
  await publish({ who: 'chosen', chosen: [admin.id, (await person(server)).id], due });
  await made(server, admin, `${at}/reactivate`);
  expect(await askOf(member.id)).toBeUndefined();
  await made(server, admin, `${at}/suspend`);
  const version = await publish({ who: 'all', due });
  expect(await askOf(member.id)).toBeUndefined();
  await made(server, admin, `${at}/reactivate`);
  expect(await askOf(member.id)).toEqual({ version, due_on: due, agreement_id: null });
});

it('the audit log names who brought them back or signed, and never who had published it', async () => {
  const publisher = await person(server, { admin: true });
  const member = await person(server);
  await joinedLead(server, admin.token, { email: member.email }, answers());
  const signing = await approvedLead(server, admin.token, {}, answers());
  await made(server, admin, `POST /api/users/${member.id}/suspend`);
  versions += 1;
  const text = `${agreementWords}\n\nSentence ${versions}.`;
  await made(server, publisher, 'PUT /api/agreements/text', { text });
  await made(server, publisher, 'POST /api/agreements/versions', { note: 'More', ask: { who: 'all', due } });
  await made(server, admin, `POST /api/users/${publisher.id}/suspend`);
  const asks = async () =>
    (
      await server.db
        .selectFrom('audit_log')
        .select('actor_id')
        .where('action', '=', 'agreement.asked')
        .orderBy('id', 'desc')
        .limit(3)
        .execute()
    ).map(({ actor_id }) => actor_id);
  await made(server, admin, `POST /api/users/${member.id}/reactivate`);
  await join(signing);
  expect(await asks()).toEqual([admin.id, admin.id, publisher.id]);
});

it('all members are those who work as agents and have not left', async () => {
  const [agent, clerk, licensedClerk, left, back] = [
    await person(server),
    await person(server, { coordinator: true }),
    await person(server, { coordinator: true }),
    await person(server),
    await person(server),
  ];
  await made(server, licensedClerk, 'PUT /api/licenses/me', { number: '01960001', expires: '2099-01-31' });
  const note = (who: { id: string }, entry: object) =>
    made(server, admin, `POST /api/compliance/members/${who.id}/entries`, entry);
  for (const who of [left, back]) {
    await note(who, { kind: 'joined', on: '2020-01-02' });
    await note(who, { kind: 'left', on: '2021-01-02', forCause: false });
  }
  await note(back, { kind: 'joined', on: '2022-01-02' });
  const version = await publish({ who: 'all', due });
  const asked = { version, due_on: due, agreement_id: null };
  expect(await Promise.all([agent, licensedClerk, back].map(({ id }) => askOf(id)))).toEqual([
    asked,
    asked,
    asked,
  ]);
  expect(await Promise.all([clerk, left].map(({ id }) => askOf(id)))).toEqual([undefined, undefined]);
  // Chosen ones are asked all the same.
  const next = await publish({ who: 'chosen', chosen: [clerk.id], due });
  expect(await askOf(clerk.id)).toMatchObject({ version: next });
});
