import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import { agreementWords, approvedLead, broker, joinedLead } from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';
import { refillAccountNames } from './renamed.ts';

/** docs/security.md S17.14: nothing comes into force that has changed since it was signed, or whose member has gone. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
});
afterAll(() => server.stop());

const call = (key: string, body?: unknown, { token }: { token: string } = admin) =>
  server.call(key, { token, body });
const today = officeDay(now());

let members = 0;
/** A member by the name of their license, whose agreement is in force. */
async function joined(given: object = {}) {
  members += 1;
  const license = String(1_600_000 + members).padStart(8, '0');
  const member = await person(server, { name: completeAnswers.name, ...given });
  await joinedLead(server, admin.token, { email: member.email }, { ...completeAnswers, license });
  return member;
}

let sentences = 0;
/** The member signs a new version, and the broker has not yet. */
async function signedAgain(member: Person, name = completeAnswers.name) {
  sentences += 1;
  const text = `${agreementWords}\n\nSentence ${sentences}.`;
  await made(server, admin, 'PUT /api/agreements/text', { text });
  const ask = { who: 'chosen', chosen: [member.id], due: addDays(today, 5) };
  await made(server, admin, 'POST /api/agreements/versions', { note: `Sentence ${sentences}`, ask });
  const { sha256 } = await made(server, member, 'POST /api/agreements/mine/review');
  const body = { sha256, name, agree: true, consent: true };
  const { agreements } = await made(server, member, 'POST /api/agreements/mine/sign', body);
  return { id: agreements[0]._id, sha256 };
}

const countersign = async ({ id, sha256 }: { id: string; sha256: string }) => {
  const { status, body } = await call(`POST /api/agreements/${id}/countersign`, { sha256 });
  return [status, status === 200 ? body.state : body.msg];
};
const join = async ({ id, sha256 }: { id: string; sha256: string }) => {
  const { status, body } = await call(`POST /api/joining/applications/${id}/countersign`, { sha256 });
  return [status, status === 200 ? body.state : body.msg];
};
const stateOf = async (id: string) => (await made(server, admin, `GET /api/agreements/${id}`)).state;

async function nameBrokerage(legalName: string): Promise<string> {
  const { settings } = await made(server, admin, 'GET /api/site/settings');
  const brokerage = { ...settings.brokerage, legalName };
  await made(server, admin, 'PUT /api/site/settings', { ...settings, brokerage });
  return settings.brokerage.legalName;
}

const differs = (what: string, was: string, is: string) => [
  409,
  `The signed agreement names ${what} as “${was}”, and that is “${is}” now: have it signed again`,
];

describe('the broker’s signature', () => {
  it('is refused for the former name of the brokerage, at both signatures', async () => {
    const applicant = await approvedLead(server, admin.token);
    const again = await signedAgain(await joined());
    const before = await nameBrokerage('Brand New Brokers LLC');
    const brokerage = differs('the brokerage', before, 'Brand New Brokers LLC');
    expect([await join(applicant), await countersign(again)]).toEqual([brokerage, brokerage]);
    await nameBrokerage(before);
    expect([await join(applicant), await countersign(again)]).toEqual([
      [200, 'joined'],
      [200, 'in-force'],
    ]);
  });

  it('is refused once someone else is the responsible broker, at both signatures', async () => {
    const applicant = await approvedLead(server, admin.token);
    const again = await signedAgain(await joined());
    const { signers, ...settings } = await made(server, admin, 'GET /api/agreements/settings');
    const next = await person(server, { admin: true });
    const named = { license: '01888888', since: '2026-01-01' };
    const save = (brokers: object[]) =>
      made(server, admin, 'PUT /api/agreements/settings', { ...settings, signers: brokers });
    const before = { ...named, user: admin.id, name: 'Bo Broker', capacity: 'broker' };
    const after = { ...named, user: next.id, name: 'Nia Next', capacity: 'broker' };
    await save([after, { ...before, capacity: 'authorized' }]);
    const broker = differs('the responsible broker', 'Bo Broker', 'Nia Next');
    expect([await join(applicant), await countersign(again)]).toEqual([broker, broker]);
    await save([before, after]);
    expect([await join(applicant), await countersign(again)]).toEqual([
      [200, 'joined'],
      [200, 'in-force'],
    ]);
  });

  it('is refused for another license of the member', async () => {
    const member = await joined();
    const { number } = await made(server, member, 'GET /api/licenses/me');
    const again = await signedAgain(member);
    const license = (given: object) => made(server, admin, `PUT /api/licenses/${member.id}`, given);
    await license({ number: '02000002', expires: '2020-01-01', verified: false });
    expect(await countersign(again)).toEqual(differs('the license number of the member', number, '02000002'));
    await license({ number, expires: '2099-01-31', verified: false });
    expect(await countersign(again)).toEqual([200, 'in-force']);
  });
});

describe('the name of the member', () => {
  const rename = (member: Person, name: string) =>
    made(server, admin, `PUT /api/users/${member.id}`, { name, email: member.email, admin: false });

  it('is that of the account, once the office has changed it', async () => {
    const member = await joined();
    await rename(member, 'Ana Maria Reyes');
    await expect(signedAgain(member)).rejects.toThrow('Type your name as on your license: Ana Maria Reyes');
    const { sha256, changes } = await made(server, member, 'POST /api/agreements/mine/review');
    expect(JSON.stringify(changes)).toContain('Reyes');
    const body = { sha256, name: 'Ana Maria Reyes', agree: true, consent: true };
    const { agreements } = await made(server, member, 'POST /api/agreements/mine/sign', body);
    expect(await countersign({ id: agreements[0]._id, sha256 })).toEqual([200, 'in-force']);
    // From then on it is that of their agreement.
    await signedAgain(member, 'Ana Maria Reyes');
  });

  it('is that of the license as long as the account has its old name, or has it back', async () => {
    const member = await joined({ name: 'Ana O.' });
    await rename(member, 'Annie');
    await rename(member, 'Ana O.');
    await signedAgain(member);
  });

  it('is that of the account, also once the audit log no longer has the change', async () => {
    const [renamed, same] = [await joined(), await joined({ name: 'Ana O.' })];
    await rename(renamed, 'Ana Maria Reyes');
    await server.db.deleteFrom('audit_log').where('object_id', 'in', [renamed.id, same.id]).execute();
    await signedAgain(renamed, 'Ana Maria Reyes');
    await signedAgain(same);
  });

  it('is read again from the audit log for agreements of an earlier version, once', async () => {
    const [renamed, same] = [await joined(), await joined({ name: 'Ana O.' })];
    await rename(renamed, 'Ana Maria Reyes');
    await rename(renamed, 'Ana M. Reyes');
    const ids = [renamed.id, same.id];
    await server.db
      .updateTable('agreements')
      .set({ account_name: null })
      .where('user_id', 'in', ids)
      .execute();
    expect(await refillAccountNames(server.db)).toBe(2);
    expect(await refillAccountNames(server.db)).toBe(0);
    await signedAgain(renamed, 'Ana M. Reyes');
    await signedAgain(same);
  });

  it('is refused at the broker’s signature once it is another one', async () => {
    const member = await joined();
    const again = await signedAgain(member);
    await rename(member, 'Ana Maria Reyes');
    expect(await countersign(again)).toEqual(
      differs('the member', completeAnswers.name ?? '', 'Ana Maria Reyes'),
    );
    await rename(member, completeAnswers.name ?? '');
    expect(await countersign(again)).toEqual([200, 'in-force']);
  });
});

describe('what waits for the broker is declined', () => {
  const declined = (reason: string) => [409, `This agreement no longer waits for the broker: ${reason}`];
  const askOf = (member: Person) => made(server, member, 'GET /api/agreements/mine');

  it('once the agreement before it has ended', async () => {
    const member = await joined();
    const again = await signedAgain(member);
    const { agreements } = await askOf(member);
    const before = agreements.find(({ state }: { state: string }) => state === 'in-force');
    await made(server, admin, `POST /api/agreements/${before._id}/end`, { on: today, reason: 'For cause' });
    expect(await stateOf(again.id)).toBe('declined');
    expect(await countersign(again)).toEqual(declined('The agreement before it was ended'));
    expect((await askOf(member)).ask).toBe(null);
  });

  it('once the member has left, on that day', async () => {
    const member = await joined();
    const again = await signedAgain(member);
    const enter = (entry: object) =>
      made(server, admin, `POST /api/compliance/members/${member.id}/entries`, entry);
    await enter({ kind: 'joined', on: addDays(today, -30) });
    await enter({ kind: 'left', on: addDays(today, 10), forCause: false });
    expect(await stateOf(again.id)).toBe('signed');
    await enter({ kind: 'left', on: today, forCause: true });
    expect(await countersign(again)).toEqual(declined('The member has left'));
  });

  it('once the account is suspended; they are asked again when they are back', async () => {
    const member = await joined();
    const again = await signedAgain(member);
    await made(server, admin, `POST /api/users/${member.id}/suspend`);
    expect(await countersign(again)).toEqual(declined('The account was suspended'));
    const { ask } = await server.db
      .selectFrom('agreement_asks')
      .select('agreement_id as ask')
      .where('user_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(ask).toBe(null);
  });
});

it('no admin ends their own agreement', async () => {
  const own = await joined({ admin: true });
  const { agreements } = await made(server, own, 'GET /api/agreements/mine');
  const end = (who: Person) =>
    call(`POST /api/agreements/${agreements[0]._id}/end`, { on: today, reason: 'Cheaper' }, who);
  const refused = await end(own);
  expect([refused.status, refused.body.msg]).toEqual([
    403,
    'This agreement is your own. Another admin has to work on it.',
  ]);
  expect((await end(admin)).body.state).toBe('ended');
});
