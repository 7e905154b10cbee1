import { afterEach, beforeEach, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { closingBody, closingSettingsBody, made, takeStep } from '../../../../test/closings.ts';
import { siteBody } from '../../../../test/factories.ts';
import { agreementWords, joinedLead } from '../../../../test/joining.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { giveTotp } from '../../../../test/second-factor.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { today } from '../../../shared/dates.ts';
import { setupSteps } from '../../../shared/setup/setup.contract.ts';
import { fillWithSamples } from '../sample/fill-with-samples.ts';

/** docs/product.md P8.22 */

let server: TestServer;
let owner: Person;
beforeEach(async () => {
  server = await testServer();
  owner = await person(server, { admin: true });
});
afterEach(() => server.stop());

const ok = (key: string, body?: object) => made(server, owner, key, body);
const open = async (): Promise<string[]> => {
  const { steps } = await ok('GET /api/setup');
  return steps.flatMap(({ step, done }: { step: string; done: boolean }) => (done ? [] : step));
};

const signers = [{ user: '', name: 'Bo', capacity: 'broker', license: '01999999', since: '2020-01-01' }];
/** In the order of the list. */
const acts: [step: string, act: () => Promise<unknown>][] = [
  [
    'brokerage',
    () =>
      ok('PUT /api/site/settings', siteBody({ brokerage: { ...siteBody().brokerage, license: '07654321' } })),
  ],
  ['email', () => server.db.updateTable('mails').set({ state: 'sent' }).execute()],
  ['second-factor', () => giveTotp(server, owner.id)],
  [
    'agreement',
    async () => {
      await ok('PUT /api/agreements/text', { text: agreementWords });
      await ok('POST /api/agreements/versions', {});
    },
  ],
  [
    'signer',
    () =>
      ok('PUT /api/agreements/settings', {
        remindFirst: 3,
        remindSecond: 10,
        keepYears: 3,
        signers: signers.map((signer) => ({ ...signer, user: owner.id })),
      }),
  ],
  [
    'approver',
    () =>
      ok(
        'PUT /api/closings/settings',
        closingSettingsBody({ approvers: [{ user: owner.id, capacity: 'Broker' }] }),
      ),
  ],
  ['compliance', async () => ok('PUT /api/compliance/settings', await ok('GET /api/compliance/settings'))],
];

it('a new office has all to set up, and each step is done by its act, until the list is empty', async () => {
  expect(await open()).toEqual([...setupSteps]);
  // Invited first: that queues an email.
  await ok('POST /api/users', {
    name: 'Pat Lee',
    email: 'pat@example.org',
    admin: false,
    coordinator: false,
  });
  for (const [step, act] of acts) {
    expect(await open()).toContain(step);
    await act();
    const left = await open();
    expect(left).not.toContain(step);
    // Publishing the agreement shows its fees.
    expect(left.includes('fees')).toBe(left.includes('agreement'));
  }
  expect(await ok('GET /api/setup')).toEqual({ steps: [] });
});

it('an office that did what the list says takes a first lead, agreement and closing to the end', async () => {
  for (const [, act] of acts) await act();
  const { member, email } = await joinedLead(server, owner.token);
  const [link] = (await textsTo(server, email)).flatMap((text) => /https?:\S+#(\S+)/.exec(text)?.[1] ?? []);
  const body = { token: link, password: 'walnut tea kettle wind', adult: true };
  const agent = await server.made('POST /api/auth/set-password', { body });
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody());
  const obstacles = async () => (await ok(`GET /api/closings/${_id}`)).obstacles;
  // One tick is left, which is said in words.
  expect(await obstacles()).toEqual([expect.stringContaining(completeAnswers.name ?? '')]);
  const check = { kind: 'may-work', ticked: true, day: today() };
  await ok(`POST /api/joining/members/${member}/checks`, check);
  expect(await obstacles()).toEqual([]);
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, owner, _id, step);
  expect(await made(server, agent, `GET /api/my-closings/${_id}`)).toMatchObject({ state: 'paid' });
});

it('the list waits until the sample content is removed', async () => {
  await fillWithSamples(server.db, server.parts.config.brokerage);
  expect(await ok('GET /api/setup')).toEqual({ steps: [] });
  await ok('DELETE /api/sample');
  expect(await open()).toContain('agreement');
  // The samples are made and removed in this process, before anyone works there.
  ignoreBlocks();
});

it('a member and a visitor do not see it', async () => {
  const { token } = await person(server, { coordinator: true });
  expect((await server.call('GET /api/setup', { token })).status).toBe(403);
  expect((await server.call('GET /api/setup')).status).toBe(401);
});

it('name, license, phone number and team are one step, done when the office has seen them all', async () => {
  const brokerage = async () =>
    (await ok('GET /api/setup')).steps.find(({ step }: { step: string }) => step === 'brokerage');
  const { settings } = await ok('GET /api/site/settings');
  const given = { license: '07654321', phone: '(310) 555-0142', legalName: 'Dune Homes, Inc.' };
  const save = (changed: object, team: object[] = []) =>
    ok('PUT /api/site/settings', { ...settings, brokerage: { ...settings.brokerage, ...changed }, team });
  const { legalName: _, ...withoutName } = given;
  await save(withoutName);
  expect(await brokerage()).toEqual({ step: 'brokerage', done: false });
  await save(given);
  expect(await brokerage()).toEqual({ step: 'brokerage', done: true, noTeam: true });
  const person = { name: 'Bea', role: 'Broker', license: '', about: '', image_id: null, hidden: false };
  await save(given, [{ ...person, hidden: true }]);
  expect(await brokerage()).toEqual({ step: 'brokerage', done: true, noTeam: true });
  await save(given, [person]);
  expect(await brokerage()).toEqual({ step: 'brokerage', done: true });
});

it('an office with its name by the environment saves the site once, also unchanged', async () => {
  const other = await testServer({
    BROKERAGE_LEGAL_NAME: 'Dune Homes, Inc.',
    BROKERAGE_LICENSE: '07654321',
    OFFICE_PHONE: '(310) 555-0142',
  });
  try {
    const admin = await person(other, { admin: true });
    const isDone = async () =>
      (await made(other, admin, 'GET /api/setup')).steps.find(
        ({ step }: { step: string }) => step === 'brokerage',
      ).done;
    expect(await isDone()).toBe(false);
    const { settings } = await made(other, admin, 'GET /api/site/settings');
    await made(other, admin, 'PUT /api/site/settings', settings);
    expect(await isDone()).toBe(true);
    expect(await made(other, admin, 'GET /api/site/settings/versions')).toMatchObject([
      { changes: 'no changes' },
    ]);
    await made(other, admin, 'PUT /api/site/settings', settings);
    expect(await made(other, admin, 'GET /api/site/settings/versions')).toHaveLength(1);
  } finally {
    await other.stop();
  }
});
