import { afterAll, beforeAll, expect, it } from 'vitest';
import { closingSettingsBody } from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let admin: Person;
let other: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
  other = await person(server, { admin: true });
});
afterAll(() => server.stop());

const approvers = (named: Person[], given: object = {}, capacity = 'Broker') =>
  server.made('PUT /api/closings/settings', {
    token: admin.token,
    body: closingSettingsBody({ approvers: named.map(({ id }) => ({ user: id, capacity })), ...given }),
  });
const signers = (named: Person[], given: object = {}) =>
  server.made('PUT /api/agreements/settings', {
    token: admin.token,
    body: {
      remindFirst: 3,
      remindSecond: 10,
      keepYears: 3,
      signers: named.map(({ id, name }) => ({
        user: id,
        name,
        capacity: 'broker',
        license: '01999999',
        since: '2020-01-01',
        ...given,
      })),
    },
  });
const mailed = async () => {
  const mails = await server.db
    .selectFrom('mails')
    .select(['user_id'])
    .where('subject', 'like', 'Who approves at %')
    .execute();
  return mails.map(({ user_id }) => user_id);
};
const logged = async () => {
  const events = await server.db
    .selectFrom('security_log')
    .select('detail')
    .where('event', '=', 'approvers.changed')
    .orderBy('id')
    .execute();
  return events.map(({ detail }) => detail);
};

it('a change of who approves is told to those who approve or did, and logged, and saving the same again is not', async () => {
  for (const [set, of] of [
    [approvers, 'closings'],
    [signers, 'agreements'],
  ] as const) {
    const [mails, events] = [await mailed(), await logged()];
    await set([admin]);
    await set([admin]);
    await set([other]);
    expect((await mailed()).slice(mails.length)).toEqual([other.id]);
    expect((await logged()).slice(events.length)).toEqual([
      `${of}: added ${admin.id}`,
      `${of}: added ${other.id}, dropped ${admin.id}`,
    ]);
  }
});

it('what they decide by is told to them, and logged: the broker, the rule for own closings, capacities, the brokerage, how to pay', async () => {
  await approvers([admin, other]);
  await signers([admin, other]);
  const [before, who] = [(await logged()).length, await mailed()];
  await approvers([admin, other], { broker: 'Bo Broker', ownClosings: true });
  await approvers([admin, other], { broker: 'Bo Broker', ownClosings: true }, 'Designated officer');
  await signers([admin, other], { capacity: 'authorized', license: '01888888' });
  const { settings } = await server.made('GET /api/site/settings', { token: admin.token });
  const brokerage = { ...settings.brokerage, legalName: 'Shore Homes LLC', license: '01777777' };
  await server.made('PUT /api/site/settings', { token: admin.token, body: { ...settings, brokerage } });
  for (const days of [10, 14])
    await server.made('PUT /api/dues/settings', {
      token: admin.token,
      body: { rule: 'anniversary', days, howToPay: 'To account 1' },
    });
  const both = (what: string) => [admin, other].map(({ id }) => `changed ${what} of ${id}`);
  expect((await logged()).slice(before)).toEqual([
    'closings: changed responsible broker in letters, changed right of a single approver to act on closings that pay them',
    `closings: ${both('capacity').join(', ')}`,
    `agreements: ${[admin, other]
      .flatMap(({ id }) => [`changed capacity of ${id}`, `changed license number when signing of ${id}`])
      .join(', ')}`,
    'brokerage: changed legal name of the brokerage, changed license number of the brokerage',
    'brokerage: changed text how to pay in invoices',
  ]);
  const texts = (await textsTo(server, other.email)).slice(-5);
  expect(texts[0]).toContain('The right of a single approver to act on closings that pay them was changed.');
  expect(texts[1]).toContain(`The capacity of ${other.name} was changed.`);
  expect(texts[3]).toContain('The legal name of the brokerage was changed.');
  expect(texts[4]).toContain('The text how to pay in invoices was changed.');
  expect(await mailed()).toEqual(who);
});
