import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  approval,
  closingBody,
  closingSettingsBody,
  importedClosing,
  letWork,
  made,
} from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { appendSecurityEvents } from '../security-log/security-chain.ts';

/** docs/security.md S17.10, S18.1: no one becomes the only one who decides by keeping the others from it. */

let server: TestServer;
let owner: Person;
let other: Person;

beforeEach(async () => {
  server = await testServer();
  owner = await person(server, { admin: true, name: 'Sal Owner' });
  other = await person(server, { admin: true, name: 'Olga Other' });
});
afterEach(() => server.stop());

/** The status of a tick in the owner's own file, which only another admin may note. */
const ownTick = async () => {
  const body = { kind: 'may-work', ticked: true, day: officeDay(now()) };
  const path = `POST /api/joining/members/${owner.id}/checks`;
  return (await server.call(path, { token: owner.token, body })).status;
};

const without = (rights: object) => ({ name: other.name, email: other.email, ...rights });

const drops: [how: string, drop: () => Promise<unknown>][] = [
  ['suspended', () => made(server, owner, `POST /api/users/${other.id}/suspend`)],
  ['lowered', () => made(server, owner, `PUT /api/users/${other.id}`, without({ admin: false }))],
  ['deleted', () => made(server, owner, `DELETE /api/users/${other.id}`)],
  ['erased', () => made(server, owner, 'POST /api/personal-data/erasure', { email: other.email })],
  [
    'lowered and then deleted',
    async () => {
      await made(server, owner, `PUT /api/users/${other.id}`, without({ admin: false }));
      await made(server, owner, `DELETE /api/users/${other.id}`);
    },
  ],
];
it.each(drops)('an admin whom the last one has %s still counts as another', async (_how, drop) => {
  await drop();
  expect(await ownTick()).toBe(403);
});

it('a suspended admin counts for 30 days, and who could never sign in does not', async () => {
  const invited = await person(server, { admin: true, password_hash: null });
  await made(server, owner, `POST /api/users/${invited.id}/suspend`);
  await made(server, owner, `DELETE /api/users/${invited.id}`);
  await server.db.updateTable('users').set({ suspended_at: now() }).where('id', '=', other.id).execute();
  const dropped = (days: number) =>
    appendSecurityEvents(server.parts, [
      {
        event: 'approver.dropped',
        detail: `admin rights, approving closings: user ${other.id}, suspended`,
        user_id: owner.id,
        address: '',
        device: '',
        request_id: '',
        created_at: fromNow(-days * day),
      },
    ]);
  await dropped(31);
  expect(await ownTick()).toBe(200);
  await dropped(29);
  expect(await ownTick()).toBe(403);
});

it('an approver whom the only one has dropped still counts as another', async () => {
  const settings = (approvers: Person[]) =>
    made(
      server,
      owner,
      'PUT /api/closings/settings',
      closingSettingsBody({
        ownClosings: true,
        approvers: approvers.map(({ id }) => ({ user: id, capacity: 'Broker' })),
      }),
    );
  await letWork(server, owner.id);
  const { _id } = await made(server, owner, 'POST /api/my-closings', closingBody());
  const approve = async () => {
    const body = await approval(server, owner, _id);
    return (await server.call(`POST /api/closings/${_id}/approve`, { token: owner.token, body })).status;
  };
  await settings([owner]);
  const open = await made(server, owner, `GET /api/closings/${_id}`);
  expect(open.interest).toMatchObject({ mayAct: true });
  await settings([owner, other]);
  expect(await approve()).toBe(403);
  await settings([owner]);
  expect(await approve()).toBe(403);
  await settings([owner, other]);
  await made(server, owner, `POST /api/users/${other.id}/suspend`);
  expect(await approve()).toBe(403);
});

it('an admin whom someone has suspended gets the email about their own closings', async () => {
  await made(server, owner, `POST /api/users/${other.id}/suspend`);
  const body = { csv: importedClosing(owner.email, 'OWN-1'), apply: true };
  await made(server, owner, 'POST /api/closings/import', body);
  const told = 'Sal Owner worked on a closing that pays them: 1 imported.';
  expect((await textsTo(server, other.email)).join()).toContain(told);
});

it('who suspends or reactivates someone with rights is told to that person and all admins', async () => {
  const clerk = await person(server, { coordinator: true, name: 'Cleo Clerk' });
  const member = await person(server);
  for (const act of ['suspend', 'reactivate'])
    for (const { id } of [clerk, member]) await made(server, owner, `POST /api/users/${id}/${act}`);
  const said = (act: string) =>
    `Sal Owner ${act} the account of Cleo Clerk, with these rights in the office: Closings.`;
  for (const { email } of [owner, other])
    expect(await textsTo(server, email)).toEqual(
      ['suspended', 'reactivated'].map((act) => expect.stringContaining(said(act))),
    );
  expect(await textsTo(server, clerk.email)).toEqual([
    expect.stringContaining('You can no longer sign in or work in the office.'),
    expect.stringContaining('Your rights in the office are now: Closings.'),
  ]);
  expect(await textsTo(server, member.email)).toEqual([]);
});
