import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  approver,
  closingBody,
  closingIn,
  closingSettingsBody,
  letWork,
  made,
  noteCheck,
  takeStep,
} from '../../../../test/closings.ts';
import { type Person, person, Scene, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { now } from '../../platform/db/ids.ts';

/** docs/product.md P29.7: a letter that was sent says what was so then, and those who approve learn that it no longer is. */

let server: TestServer;
let admin: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
// Each closing of a scene names an approver of its own, and only the last ones stay.
beforeEach(async () => {
  office = await approver(server);
});
afterAll(() => server.stop());

const sceneOf = async () => new Scene(server, await person(server), undefined);
/** The closings that the approver was told of since the last time. */
async function told(): Promise<(string | undefined)[]> {
  const news: Notification[] = await made(server, office, 'GET /api/notifications?limit=100');
  await server.db.deleteFrom('notifications').where('user_id', '=', office.id).execute();
  return news.filter(({ event }) => event === 'reopened').map(({ object }) => object);
}
const rename = ({ id, email }: Person, name: string) =>
  made(server, admin, `PUT /api/users/${id}`, { name, email, admin: false });

it('another name or license of a member is told for each letter that was sent and not paid', async () => {
  const scene = await sceneOf();
  const { owner } = scene;
  const sent = await closingIn(scene, 'letter-sent');
  const approved = await sceneOf();
  await closingIn(approved, 'approved');
  await told();
  await rename(owner, 'Other Name');
  expect(await told()).toEqual([sent]);
  await rename(owner, owner.name);
  expect(await told()).toEqual([sent]);
  const license = { number: '02911111', expires: '2099-01-31', verified: false };
  await made(server, admin, `PUT /api/licenses/${owner.id}`, license);
  expect(await told()).toEqual([sent]);
  await made(server, admin, `PUT /api/licenses/${owner.id}`, { ...license, expires: '2098-01-31' });
  await rename(approved.owner, 'No Letter Sent');
  expect(await told()).toEqual([]);
});

const takeBack = (kind: 'payout' | 'may-work', { id }: Person) =>
  made(server, admin, `POST /api/joining/members/${id}/checks`, {
    kind,
    ticked: false,
    day: officeDay(now()),
    note: 'Wrong',
  });

/** Changes that open an approved closing of a member again, by who does it. */
const openings: [
  name: string,
  prepare: (who: Person) => Promise<unknown>,
  open: (who: Person) => Promise<unknown>,
][] = [
  [
    'the tick "payout" is taken back',
    ({ id }) => noteCheck(server, id, 'payout'),
    (who) => takeBack('payout', who),
  ],
  [
    'the tick "may-work" is taken back',
    ({ id }) => noteCheck(server, id, 'may-work'),
    (who) => takeBack('may-work', who),
  ],
  [
    'another name than the checked one is paid',
    ({ id }) => noteCheck(server, id, 'payout'),
    (who) => rename(who, 'Paid Otherwise'),
  ],
  [
    'a look finds them under another broker',
    async () => {},
    async (who) => {
      const { expires } = await made(server, who, 'GET /api/licenses/me');
      const seen = seenBody({ expires, affiliation: 'other', broker: 'Rival' });
      await made(server, admin, `POST /api/compliance/members/${who.id}/check`, seen);
    },
  ],
  [
    'they left before they reported',
    async () => {},
    ({ id }) =>
      made(server, admin, `POST /api/compliance/members/${id}/entries`, {
        kind: 'left',
        on: '2021-01-02',
        forCause: false,
      }),
  ],
];

it.each(openings)('what is approved, sent or not, is told when %s, once', async (_name, prepare, open) => {
  const scene = await sceneOf();
  const { owner } = scene;
  const other = await sceneOf();
  const closings = [
    await closingIn(scene, 'approved'),
    await closingIn(scene, 'letter-sent'),
    await sharedBy(other, owner),
  ];
  await closingIn(scene, 'paid');
  await made(server, owner, 'POST /api/my-closings', closingBody());
  await prepare(owner);
  await told();
  await open(owner);
  expect((await told()).toSorted()).toEqual(closings.toSorted());
  for (const id of closings)
    expect((await made(server, office, `GET /api/closings/${id}`)).obstacles).not.toEqual([]);
  await rename(other.owner, other.owner.name);
  expect(await told()).toEqual([]);
});

/** An approved closing of the scene's owner of which the other one has a share. */
async function sharedBy({ owner }: Scene, { id }: Person): Promise<string> {
  await letWork(server, owner.id);
  const body = closingBody({ coAgents: [{ user: id, rate: 40_00 }] });
  const { _id } = await made(server, owner, 'POST /api/my-closings', body);
  await takeStep(server, office, _id, 'approved');
  return _id;
}

it('a look that renews a license is told to no one', async () => {
  const scene = await sceneOf();
  await closingIn(scene, 'approved');
  await told();
  const seen = seenBody({ expires: '2099-01-31' });
  await made(server, admin, `POST /api/compliance/members/${scene.owner.id}/check`, seen);
  expect(await told()).toEqual([]);
});

it('another phone number of the brokerage is told for what is yet to be sent', async () => {
  const [approved, sent] = [
    await closingIn(await sceneOf(), 'approved'),
    await closingIn(await sceneOf(), 'letter-sent'),
  ];
  await told();
  const { settings } = await made(server, admin, 'GET /api/site/settings');
  const put = (phone: string) =>
    made(server, admin, 'PUT /api/site/settings', {
      ...settings,
      brokerage: { ...settings.brokerage, phone },
    });
  await put('(310) 555-0123');
  const all = await told();
  expect([all.includes(approved), all.includes(sent)]).toEqual([true, false]);
  await put(settings.brokerage.phone);
  await told();
});

it('another name of the brokerage, or payee of its part, is told for all of them, until they are paid', async () => {
  const scene = await sceneOf();
  const sent = await closingIn(scene, 'letter-sent');
  const paying = await sceneOf();
  const paid = await closingIn(paying, 'paid');
  await told();
  const { settings } = await made(server, admin, 'GET /api/site/settings');
  const put = (legalName: string) =>
    made(server, admin, 'PUT /api/site/settings', {
      ...settings,
      brokerage: { ...settings.brokerage, legalName },
    });
  await put('Other Brokers, Inc.');
  const all = await told();
  expect([all.includes(sent), all.includes(paid)]).toEqual([true, false]);
  await put(settings.brokerage.legalName);
  await told();
  const { approvers, ...saved } = await made(server, admin, 'GET /api/closings/settings');
  const named = approvers.map((each: { user: { _id: string }; capacity: string }) => ({
    user: each.user._id,
    capacity: each.capacity,
  }));
  const body = closingSettingsBody({ ...saved, approvers: named, broker: 'Other Payee, Inc.' });
  await made(server, admin, 'PUT /api/closings/settings', body);
  expect((await told()).includes(sent)).toBe(true);
  await made(server, admin, 'PUT /api/closings/settings', { ...body, broker: saved.broker });
  for (const step of ['closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, sent, step);
  await told();
  await rename(scene.owner, 'Paid Already');
  expect(await told()).toEqual([]);
});
