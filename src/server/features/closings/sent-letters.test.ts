import { afterAll, beforeAll, expect, it } from 'vitest';
import { approver, closingIn, closingSettingsBody, made, takeStep } from '../../../../test/closings.ts';
import { type Person, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';

/** docs/product.md P29.7: a letter that was sent says what was so then, and those who approve learn that it no longer is. */

let server: TestServer;
let admin: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
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
