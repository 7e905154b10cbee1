import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalHold, newUser, type Person, person } from '../../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../../test/server.ts';
import { day } from '../../../../shared/time.ts';
import { fromNow } from '../../../platform/db/ids.ts';
import { eraseOldData } from '../../retention/erase-old-data.ts';
import { deleteOldPasswordLinks } from './password-links.service.ts';

/** The fate of an unsent email when its link expires (docs/product.md P19.2, P19.8). */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const mailsTo = (email: string) =>
  server.db.selectFrom('mails').select(['id', 'state']).where('recipient', '=', email).execute();
const invited = async () => {
  const body = newUser();
  const user = await server.made('POST /api/users', { token: admin.token, body });
  const [mail] = await mailsTo(body.email);
  return { ...body, userId: user._id, mailId: mail?.id ?? '' };
};
const expire = async (userId: string) => {
  const links = server.db.updateTable('password_links').where('user_id', '=', userId);
  await links.set({ expires_at: fromNow(-1) }).execute();
  await deleteOldPasswordLinks(server.db);
};
const giveUp = (id: string) =>
  server.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', id).execute();

it('one that waits goes, and stays as given up while its recipient is under a legal hold', async () => {
  const [other, held] = [await invited(), await invited()];
  const body = { ...legalHold(), email: held.email };
  const hold = await server.made('POST /api/legal-holds', { token: admin.token, body });
  for (const { userId } of [other, held]) await expire(userId);
  expect(await mailsTo(other.email)).toEqual([]);
  expect(await mailsTo(held.email)).toEqual([{ id: held.mailId, state: 'failed' }]);
  const { status, body: answer } = await server.call(`POST /api/outbox/${held.mailId}/retry`, {
    token: admin.token,
  });
  expect([status, answer.errors]).toEqual([400, [{ msg: 'The link in this email has expired' }]]);
  const old = { created_at: fromNow(-91 * day) };
  await server.db.updateTable('mails').set(old).where('id', '=', held.mailId).execute();
  await eraseOldData(server);
  expect(await mailsTo(held.email)).toHaveLength(1);
  await server.made(`DELETE /api/legal-holds/${hold._id}`, { token: admin.token });
  await eraseOldData(server);
  expect(await mailsTo(held.email)).toEqual([]);
});

it('one that was given up stays for 90 days', async () => {
  const { email, userId, mailId } = await invited();
  await giveUp(mailId);
  await expire(userId);
  expect(await mailsTo(email)).toEqual([{ id: mailId, state: 'failed' }]);
  const old = { created_at: fromNow(-91 * day) };
  await server.db.updateTable('mails').set(old).where('id', '=', mailId).execute();
  await eraseOldData(server);
  expect(await mailsTo(email)).toEqual([]);
});
