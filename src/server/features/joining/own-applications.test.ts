import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import {
  type Applicant,
  broker,
  invitedLead,
  joinedLead,
  signature,
  signedLead,
} from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { AnswerFields } from '../../../shared/joining/joining-fields.ts';

/** docs/security.md S17.10, S17.12: an application is one's own by any account or corporation of one's own. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
});
afterAll(() => server.stop());

const terms = { date: '2026-01-01', lines: [{ line: 'sale', amount: 0 }], mentor: '', paragraph: '' };

let numbers = 1_810_000;
function nextNumber(): string {
  numbers += 1;
  return String(numbers).padStart(8, '0');
}

const paidBy = (corporation: string): AnswerFields => ({
  ...completeAnswers,
  license: nextNumber(),
  payTo: 'corporation',
  corporation,
  declaration: 'yes',
});

let signers = 0;

/** Lets someone sign for the broker. */
async function nameSigner(who: Person): Promise<void> {
  signers += 1;
  const named = {
    name: 'Sy Signer',
    capacity: 'authorized',
    license: '01888888',
    since_on: '2020-01-01',
  } as const;
  await server.db
    .insertInto('agreement_signers')
    .values({ user_id: who.id, position: signers, ...named })
    .execute();
}

async function signer(): Promise<Person> {
  const who = await person(server, { admin: true });
  await nameSigner(who);
  return who;
}

/** The statuses of all that no one does on their own application, in order: terms, look, approval, broker's signature. */
async function actsOn(who: Person, answers: AnswerFields, given: object = {}): Promise<number[]> {
  const applicant: Applicant = await invitedLead(server, admin.token, given);
  const call = async (caller: Person, key: string, body: object = {}) =>
    (await server.call(key, { token: caller.token, body })).status;
  const termsKey = `PUT /api/joining/leads/${applicant.lead}/terms`;
  await made(server, applicant, 'POST /api/join/answers', { token: applicant.token, answers });
  const statuses = [await call(who, termsKey, { terms })];
  const body = await signature(server, applicant, answers);
  await made(server, applicant, 'POST /api/join/sign', body);
  const at = `POST /api/joining/applications/${applicant.id}`;
  for (const [key, its] of [
    [`${at}/license-check`, { finding: 'as-expected' }],
    [`${at}/approve`, { sha256: body.sha256 }],
    [`${at}/countersign`, { sha256: body.sha256 }],
  ] as const) {
    const status = await call(who, key, its);
    statuses.push(status);
    if (status === 403) expect(await call(admin, key, its)).toBe(200);
  }
  return statuses;
}

const [own, others] = [
  [403, 403, 403, 403],
  [200, 200, 200, 200],
];

/** The account of an applicant who has joined, as an admin who signs for the broker. */
async function joinedSigner(answers: AnswerFields): Promise<Person> {
  const who = await signer();
  await joinedLead(server, admin.token, { email: who.email }, answers);
  return who;
}

/** Gives an account the email address of another, which has a new one. */
async function passEmail(from: Person, to: Person): Promise<void> {
  const of = (user: Person, email: string) =>
    made(server, admin, `PUT /api/users/${user.id}`, { name: user.name, admin: user.admin, email });
  await of(from, `new-${from.email}`);
  await of(to, from.email);
}

describe('an application is one’s own', () => {
  it.each([
    'Ito Holdings Inc',
    'ITO HOLDINGS, INCORPORATED',
    'Ito Holdings, Inc., a California corporation',
    'Ito Holdings Inc., a New York corporation',
    'Ito Holdings, Inc. a California S corporation',
    'Ito Holdings, Inc., California',
    'Ito Holdings Inc. (New York)',
  ])('by the corporation that is paid for both: %s', async (written) => {
    const who = await joinedSigner(paidBy('Ito Holdings, Inc.'));
    expect(await actsOn(who, paidBy(written))).toEqual(own);
  });

  it('by the license number of an account that has one’s former email address', async () => {
    const who = await person(server, { admin: true });
    const third = await person(server);
    await passEmail(who, third);
    const license = nextNumber();
    await made(server, third, 'PUT /api/licenses/me', { number: license, expires: '2099-01-31' });
    await nameSigner(who);
    expect(await actsOn(who, { ...completeAnswers, license })).toEqual(own);
  });

  it('by an address that one had before an account with it was deleted', async () => {
    const who = await person(server, { admin: true });
    const third = await person(server);
    await passEmail(who, third);
    await made(server, admin, `DELETE /api/users/${third.id}`);
    await nameSigner(who);
    const answers = { ...completeAnswers, license: nextNumber() };
    expect(await actsOn(who, answers, { email: who.email })).toEqual(own);
  });

  it('by the email address of an account that has one’s license number', async () => {
    const who = await signer();
    const third = await person(server);
    const number = nextNumber();
    for (const each of [who, third])
      await made(server, each, 'PUT /api/licenses/me', { number, expires: '2099-01-31' });
    expect(await actsOn(who, { ...completeAnswers, license: nextNumber() }, { email: third.email })).toEqual(
      own,
    );
  });
});

it('another corporation, license and email address are another person’s', async () => {
  const who = await joinedSigner(paidBy('Ito Holdings, Inc.'));
  expect(await actsOn(who, paidBy('Ito Holdings West, Inc.'))).toEqual(others);
});

it('what the applicant decided before they were known counts no longer, until another admin has decided again', async () => {
  const who = await signer();
  const license = nextNumber();
  const applicant = await signedLead(server, admin.token, {}, { ...completeAnswers, license });
  const at = `POST /api/joining/applications/${applicant.id}`;
  const body = { sha256: applicant.sha256 };
  await made(server, who, `${at}/license-check`, { finding: 'as-expected' });
  await made(server, who, `${at}/approve`, body);
  await made(server, who, 'PUT /api/licenses/me', { number: license, expires: '2099-01-31' });
  const again = 'Someone else has to check the license, and to approve it, again';
  const msg = (did: string) => `${who.name} ${did}, and it is their own application. ${again}`;
  const token = admin.token;
  const refused = await server.call(`${at}/countersign`, { token, body });
  expect([refused.status, refused.body.msg]).toEqual([409, msg('checked its license')]);
  const shown = await made(server, admin, `GET /api/joining/applications/${applicant.id}`);
  expect(shown.licenseObstacle).toBe(msg('checked its license'));
  const looked = await made(server, admin, `${at}/license-check`, { finding: 'as-expected' });
  expect([looked.state, looked.licenseObstacle]).toEqual(['signed', null]);
  await made(server, admin, `${at}/approve`, body);
  expect((await made(server, admin, `${at}/countersign`, body)).state).toBe('joined');
});
