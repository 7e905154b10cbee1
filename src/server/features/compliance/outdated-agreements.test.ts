import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { statementsOf } from '../../../../test/statements.ts';
import type { Finding } from '../../../shared/compliance/compliance.contract.ts';
import { findingLabel } from '../../../shared/compliance/finding-labels.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';
import { settleDue } from '../member-files/settle.ts';

/** docs/product.md P24.14: an agreement says what is true when it is signed, and that can change. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
});
afterAll(() => server.stop());

const today = officeDay(now());

let members = 0;
/** A member whose agreement is in force. */
async function joined() {
  members += 1;
  const license = String(1_700_000 + members).padStart(8, '0');
  const member = await person(server, { name: completeAnswers.name });
  await joinedLead(server, admin.token, { email: member.email }, { ...completeAnswers, license });
  return { ...member, license };
}

/** Labels of the desk's findings about the agreement of a member. */
async function said({ id }: { id: string }): Promise<string[]> {
  await settleDue(server.db);
  const { findings }: { findings: Finding[] } = await made(
    server,
    admin,
    `GET /api/compliance/members/${id}`,
  );
  return findings.filter(({ kind }) => kind === 'agreement').map(findingLabel);
}

/** Asks for the version that they have signed, signs it and lets the broker sign. */
async function signAgain(member: Person) {
  const ask = { who: 'chosen', chosen: [member.id], due: addDays(today, 5) };
  expect(await made(server, admin, 'POST /api/agreements/asks', ask)).toEqual({ asked: 1 });
  const { sha256 } = await made(server, member, 'POST /api/agreements/mine/review');
  const body = { sha256, name: completeAnswers.name, agree: true, consent: true };
  const { agreements } = await made(server, member, 'POST /api/agreements/mine/sign', body);
  const path = `POST /api/agreements/${agreements[0]._id}/countersign`;
  expect((await made(server, admin, path, { sha256 })).state).toBe('in-force');
}

/** Lets a member sign for the broker, or no longer. */
async function signsForBroker({ id }: Person, is: boolean): Promise<void> {
  await server.db.deleteFrom('agreement_signers').where('user_id', '=', id).execute();
  if (!is) return;
  const named = { position: 9, name: 'Sy Signer', capacity: 'authorized', license: '01888888' } as const;
  await server.db
    .insertInto('agreement_signers')
    .values({ user_id: id, since_on: '2020-01-01', ...named })
    .execute();
}

const saveLicense = ({ id }: Person, number: string) =>
  made(server, admin, `PUT /api/licenses/${id}`, { number, expires: '2029-05-31', verified: false });

describe('an agreement in force', () => {
  it('is to be signed again for another license, and holds again by the old one', async () => {
    const member = await joined();
    expect(await said(member)).toEqual([]);
    await saveLicense(member, '02700001');
    const again = `Agreement to sign again: the license number of the member ${member.license} → 02700001`;
    expect(await said(member)).toEqual([again]);
    const own = await made(server, member, 'GET /api/education');
    expect(own.findings).toContainEqual(expect.objectContaining({ kind: 'agreement', state: 'wrong' }));
    await saveLicense(member, member.license);
    expect(await said(member)).toEqual([]);
    await saveLicense(member, '02700001');
    await signAgain(member);
    expect(await said(member)).toEqual([]);
  });

  it('is signed again by one who signs for the broker, too', async () => {
    const member = await joined();
    await saveLicense(member, '02700011');
    await signsForBroker(member, true);
    await signAgain(member);
    expect(await said(member)).toEqual([]);
    await signsForBroker(member, false);
  });

  it('is to be signed again under another name of the brokerage, whether saved or of the server’s settings', async () => {
    const member = await joined();
    const nameBrokerage = async (legalName: string) => {
      const { settings } = await made(server, admin, 'GET /api/site/settings');
      const brokerage = { ...settings.brokerage, legalName };
      await made(server, admin, 'PUT /api/site/settings', { ...settings, brokerage });
      return settings.brokerage.legalName;
    };
    const before = await nameBrokerage('Brand New Brokers LLC');
    const again = (is: string) => [`Agreement to sign again: the brokerage ${before} → ${is}`];
    expect(await said(member)).toEqual(again('Brand New Brokers LLC'));
    await nameBrokerage(before);
    expect(await said(member)).toEqual([]);
    const { brokerage } = server.config;
    const startWith = async (legalName: string) =>
      (await secondServer(server, { brokerage: { ...brokerage, legalName } })).stop();
    await startWith('Started Brokers LLC');
    expect(await said(member)).toEqual(again('Started Brokers LLC'));
    await startWith(brokerage.legalName);
    expect(await said(member)).toEqual([]);
  });

  it('is to be signed again for another responsible broker, but not while no one is named', async () => {
    const member = await joined();
    const { signers: _, ...settings } = await made(server, admin, 'GET /api/agreements/settings');
    const bo = { user: admin.id, name: 'Bo Broker', license: '01999999', since: '2020-01-01' };
    const save = (signers: object[]) =>
      made(server, admin, 'PUT /api/agreements/settings', { ...settings, signers });
    const next = await person(server, { admin: true });
    const nia = { user: next.id, name: 'Nia Next', license: '01888888', since: '2026-01-01' };
    const [first, second] = [{ capacity: 'broker' }, { capacity: 'authorized' }];
    await save([
      { ...nia, ...first },
      { ...bo, ...second },
    ]);
    expect(await said(member)).toEqual([
      'Agreement to sign again: the responsible broker Bo Broker → Nia Next',
    ]);
    // Another name or another license is the same person.
    await save([{ ...bo, name: 'Bo B. Broker', ...first }]);
    expect(await said(member)).toEqual([]);
    await save([]);
    expect(await said(member)).toEqual([]);
    await save([{ ...bo, ...first }]);
  });

  it('is to be signed again after leaving, however the days lie, but not once it was', async () => {
    const member = await joined();
    const add = (entry: object) =>
      made(server, admin, `POST /api/compliance/members/${member.id}/entries`, entry);
    await add({ kind: 'joined', on: addDays(today, -30) });
    await add({ kind: 'left', on: addDays(today, 10), forCause: false });
    await add({ kind: 'joined', on: addDays(today, -30) });
    expect(await said(member)).toEqual([]);
    const left = addDays(today, -1);
    await add({ kind: 'left', on: left, forCause: false });
    expect(await said(member)).toEqual([]);
    await add({ kind: 'joined', on: today });
    expect(await said(member)).toEqual([
      `Agreement to sign again: signed before they left on ${formatDay(left)}`,
    ]);
    await signAgain(member);
    expect(await said(member)).toEqual([]);
  });

  it('is left as it is when it was made elsewhere', async () => {
    const member = await joined();
    const { agreements } = await made(server, member, 'GET /api/agreements/mine');
    const basis = JSON.stringify({ version: 1, fees: 1, terms: null, values: { member: 'Ana' } });
    await server.db.updateTable('agreements').set({ basis }).where('id', '=', agreements[0]._id).execute();
    await saveLicense(member, '02700002');
    expect(await said(member)).toEqual([]);
  });
});

it('the desk looks at the agreements of all members at once', async () => {
  const settleAll = async () => {
    await server.db.updateTable('member_files').set({ settle_at: now() }).execute();
    return (await statementsOf(() => settleDue(server.db))).length;
  };
  await joined();
  await settleDue(server.db);
  const few = await settleAll();
  for (let more = 0; more < 5; more += 1) await joined();
  await settleDue(server.db);
  expect(await settleAll()).toBe(few);
});

it('everyone whose signature holds is left out when all are asked', async () => {
  const [stale, holds] = [await joined(), await joined()];
  await saveLicense(stale, '02700003');
  await made(server, admin, 'POST /api/agreements/asks', { who: 'all', chosen: [], due: addDays(today, 5) });
  const askOf = async (member: Person) => (await made(server, member, 'GET /api/agreements/mine')).ask;
  expect([await askOf(stale), await askOf(holds)]).toEqual([expect.objectContaining({ version: 1 }), null]);
});
