import { tokenOf } from '../src/server/features/joining/application-rows.ts';
import { newId, now } from '../src/server/platform/db/ids.ts';
import { completeAnswers } from './answers.ts';
import { codesIn } from './mails-of.ts';
import { contactRequest, person } from './scene.ts';
import type { Answer, TestServer } from './server.ts';

export const agreementWords =
  'This agreement is between {brokerage} and {member}, DRE license {license}.\n\n{feeSchedule}\n\nSigned by {broker}, {brokerLicense}, on {date}.';

/** Lets `signerId` sign for the broker and publishes a version, unless there are a signer and a version already. */
export async function readyToSend(
  server: TestServer,
  signerId: string,
  text = agreementWords,
): Promise<void> {
  await server.db
    .insertInto('agreement_signers')
    .values({
      user_id: signerId,
      position: 0,
      name: 'Bo Broker',
      capacity: 'broker',
      license: '01999999',
      since_on: '2020-01-01',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await server.db
    .insertInto('agreement_versions')
    .values({
      id: newId(),
      number: 1,
      text,
      note: '',
      sample: false,
      published_by: signerId,
      published_by_name: 'Bo Broker',
      published_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface Applicant {
  lead: string;
  email: string;
  /** The application's id. */
  id: string;
  token: string;
}

/** The token in the application's current link. */
export async function tokenNow(server: TestServer, id: string): Promise<string> {
  const row = await server.db
    .selectFrom('applications')
    .select(['id', 'link'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return tokenOf(server.parts.sealing, row);
}

const ok = (answer: Answer, what: string): Answer['body'] => {
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** A lead that an admin has invited. */
export async function invitedLead(server: TestServer, admin: string, given: object = {}): Promise<Applicant> {
  const body = { ...contactRequest(), ...given };
  ok(await server.call('POST /api/contact', { body }), 'contact');
  const { id: lead } = await server.db
    .selectFrom('contact_requests')
    .select('id')
    .where('email', '=', body.email)
    // A person who has written before has one lead, which this request was joined to.
    .where('joined_to', 'is', null)
    .executeTakeFirstOrThrow();
  const path = `POST /api/joining/leads/${lead}/invitation`;
  const { _id: id } = ok(await server.call(path, { token: admin }), path);
  return { lead, email: body.email, id, token: await tokenNow(server, id) };
}

/** Has filled in everything and read the agreement; returns the hash that was shown. */
export async function read(
  server: TestServer,
  { token }: Applicant,
  answers = completeAnswers,
): Promise<string> {
  ok(await server.call('POST /api/join/answers', { body: { token, answers } }), 'answers');
  const { sha256 } = ok(await server.call('POST /api/join/agreement', { body: { token } }), 'agreement');
  return sha256;
}

/** The code that was mailed last. */
export async function mailedCode(server: TestServer, applicant: Applicant, sha256: string): Promise<string> {
  const body = { token: applicant.token, sha256 };
  ok(await server.call('POST /api/join/code', { body }), 'code');
  const codes = await codesIn(server, applicant.id);
  return codes.at(-1) ?? '';
}

/** The body of the call that signs the agreement, after reading it and asking for the code. */
export async function signature(server: TestServer, applicant: Applicant, answers = completeAnswers) {
  const sha256 = await read(server, applicant, answers);
  const code = await mailedCode(server, applicant, sha256);
  const name = answers.name ?? '';
  return { token: applicant.token, sha256, name, agree: true, consent: true, code };
}

export async function signedLead(
  server: TestServer,
  admin: string,
  given: object = {},
  answers = completeAnswers,
): Promise<Applicant & { sha256: string }> {
  const applicant = await invitedLead(server, admin, given);
  const body = await signature(server, applicant, answers);
  ok(await server.call('POST /api/join/sign', { body }), 'sign');
  return { ...applicant, sha256: body.sha256 };
}

/** The office has looked the license up. */
export async function checkedLicense(
  server: TestServer,
  admin: string,
  { id }: Pick<Applicant, 'id'>,
): Promise<void> {
  const path = `POST /api/joining/applications/${id}/license-check`;
  ok(await server.call(path, { token: admin, body: { finding: 'as-expected' } }), path);
}

export async function approvedLead(
  server: TestServer,
  admin: string,
  given: object = {},
  answers = completeAnswers,
) {
  const applicant = await signedLead(server, admin, given, answers);
  await checkedLicense(server, admin, applicant);
  const path = `POST /api/joining/applications/${applicant.id}/approve`;
  ok(await server.call(path, { token: admin }), path);
  return applicant;
}

/** The broker has signed: the applicant is a member. */
export async function joinedLead(
  server: TestServer,
  admin: string,
  given: object = {},
  answers = completeAnswers,
): Promise<Applicant & { sha256: string; member: string }> {
  const applicant = await approvedLead(server, admin, given, answers);
  const path = `POST /api/joining/applications/${applicant.id}/countersign`;
  const body = { sha256: applicant.sha256 };
  const { member } = ok(await server.call(path, { token: admin, body }), path);
  return { ...applicant, member: member._id };
}

/** An admin who may sign for the broker. */
export async function broker(server: TestServer) {
  const admin = await person(server, { admin: true });
  await readyToSend(server, admin.id);
  return admin;
}
