import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  approval,
  closingBody,
  closingSettingsBody,
  importedClosing,
  letWork,
  made,
  takeStep,
} from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { formatDay, officeDay } from '../../../shared/dates.ts';
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

/** A tick in the owner's own file, which only another admin may note. */
const tryOwnTick = () => {
  const body = { kind: 'may-work', ticked: true, day: officeDay(now()) };
  return server.call(`POST /api/joining/members/${owner.id}/checks`, { token: owner.token, body });
};
const ownTick = async () => (await tryOwnTick()).status;

const approvers = (...named: Person[]) =>
  made(
    server,
    owner,
    'PUT /api/closings/settings',
    closingSettingsBody({
      ownClosings: true,
      approvers: named.map(({ id }) => ({ user: id, capacity: 'Broker' })),
    }),
  );
const ownClosing = async (): Promise<string> => {
  await letWork(server, owner.id);
  return (await made(server, owner, 'POST /api/my-closings', closingBody()))._id;
};
const tryApproving = async (id: string) => {
  const body = await approval(server, owner, id);
  return server.call(`POST /api/closings/${id}/approve`, { token: owner.token, body });
};

const numberOf = ({ id }: Person) =>
  server.db.selectFrom('licenses').select('number').where('user_id', '=', id).executeTakeFirstOrThrow();
/** Gives the other admin the owner's license number. */
const shareLicense = async () => {
  const { number } = await numberOf(owner);
  await made(server, owner, `PUT /api/licenses/${other.id}`, { number, expires: null, verified: false });
};
const until = () => formatDay(fromNow(30 * day));

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
  const _id = await ownClosing();
  const approve = async () => (await tryApproving(_id)).status;
  await approvers(owner);
  const open = await made(server, owner, `GET /api/closings/${_id}`);
  expect(open.interest).toMatchObject({ mayAct: true });
  await approvers(owner, other);
  expect(await approve()).toBe(403);
  await approvers(owner);
  expect(await approve()).toBe(403);
  await approvers(owner, other);
  await made(server, owner, `POST /api/users/${other.id}/suspend`);
  expect(await approve()).toBe(403);
});

it('an admin with the license of who drops them is no own account of theirs before 30 days', async () => {
  const id = await ownClosing();
  await approvers(owner, other);
  await letWork(server, other.id);
  const { number } = await numberOf(other);
  await shareLicense();
  await made(server, owner, `PUT /api/licenses/${other.id}`, { number, expires: null, verified: false });
  await made(server, owner, `POST /api/users/${other.id}/suspend`);
  expect([await ownTick(), (await tryApproving(id)).status]).toEqual([403, 403]);
  await shareLicense();
  expect([await ownTick(), (await tryApproving(id)).status]).toEqual([403, 403]);
  await made(server, owner, `DELETE /api/users/${other.id}`);
  expect([await ownTick(), (await tryApproving(id)).status]).toEqual([403, 403]);
});

it("an approver with one's license for 30 days is an own account, also once it is deleted", async () => {
  const id = await ownClosing();
  await approvers(owner, other);
  await shareLicense();
  await server.db
    .updateTable('licenses')
    .set({ updated_at: fromNow(-31 * day) })
    .execute();
  await approvers(owner);
  await made(server, owner, `DELETE /api/users/${other.id}`);
  expect(await ownTick()).toBe(200);
  expect((await tryApproving(id)).status).toBe(200);
});

it('the refusal says because of whom and until which day, also once they are deleted', async () => {
  const own = 'This compliance file is your own. Another admin has to work on it.';
  const why = (name: string) =>
    `${own} You removed ${name} as an admin on ${formatDay(now())}, so until ${until()} only another admin can.`;
  expect((await tryOwnTick()).body.msg).toBe(own);
  await made(server, owner, `POST /api/users/${other.id}/suspend`);
  expect((await tryOwnTick()).body.msg).toBe(why('Olga Other'));
  await made(server, owner, `DELETE /api/users/${other.id}`);
  expect((await tryOwnTick()).body.msg).toBe(why('someone whose account was deleted'));
});

it('so does the refusal of a closing, which names who approved', async () => {
  const id = await ownClosing();
  await approvers(owner, other);
  const agent = "You're the agent of this closing. Someone else in the office has to work on it.";
  expect((await tryApproving(id)).body.msg).toBe(agent);
  await approvers(owner);
  const why = `${agent} You removed Olga Other as an approver on ${formatDay(now())}, so until ${until()} only another approver can.`;
  expect((await tryApproving(id)).body.msg).toBe(why);
  const { interest } = await made(server, owner, `GET /api/closings/${id}`);
  expect(interest).toEqual({ text: why, mayAct: false });
});

it('what the only approver approved of their own stays approved when there is another', async () => {
  const id = await ownClosing();
  await approvers(owner);
  await takeStep(server, owner, id, 'approved');
  await approvers(owner, other);
  expect((await made(server, other, `GET /api/closings/${id}`)).obstacles).toEqual([]);
  await takeStep(server, other, id, 'letter-sent');
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

it('who was dropped by one’s own account still counts as another once that account is deleted', async () => {
  const second = await person(server, { admin: true });
  await letWork(server, owner.id);
  const { number } = await numberOf(owner);
  await made(server, other, `PUT /api/licenses/${second.id}`, { number, expires: null, verified: false });
  await server.db
    .updateTable('licenses')
    .set({ updated_at: fromNow(-31 * day) })
    .execute();
  await made(server, second, `POST /api/users/${other.id}/suspend`);
  expect(await ownTick()).toBe(403);
  await made(server, owner, `DELETE /api/users/${second.id}`);
  expect(await ownTick()).toBe(403);
});

it.each(drops.filter(([how]) => how === 'deleted' || how === 'erased'))(
  'an admin whom someone has %s is told to all others',
  async (_how, drop) => {
    const third = await person(server, { admin: true });
    await drop();
    for (const { email } of [owner, third])
      expect((await textsTo(server, email)).join()).toContain(
        'Sal Owner deleted the account of Olga Other, with these rights in the office: ',
      );
  },
);
