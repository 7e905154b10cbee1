import { afterAll, beforeAll, expect, it } from 'vitest';
import { closingSettingsBody } from '../../../../test/closings.ts';
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

const approvers = (named: Person[]) =>
  server.made('PUT /api/closings/settings', {
    token: admin.token,
    body: closingSettingsBody({ approvers: named.map(({ id }) => ({ user: id, capacity: 'Broker' })) }),
  });
const signers = (named: Person[]) =>
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
