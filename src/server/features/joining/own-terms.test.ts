import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import { broker, invitedLead, signature } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/security.md S17.10: terms that someone saved for themselves are told once their license is known. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
});
afterAll(() => server.stop());

const terms = { date: '2026-01-01', lines: [{ line: 'sale', amount: 0 }], mentor: '', paragraph: '' };
const told = async (id: string) => {
  const events = server.db.selectFrom('security_log').select(['user_id', 'event', 'detail']);
  return events.where('detail', 'like', `application ${id}%`).execute();
};

/** Signs with this license what each has saved in turn. */
async function signedFor(
  license: string,
  saves: readonly [saver: Person, fields?: { terms: null }][],
  before: () => Promise<unknown> = async () => {},
) {
  const applicant = await invitedLead(server, admin.token);
  for (const [saver, fields = { terms }] of saves)
    await made(server, saver, `PUT /api/joining/leads/${applicant.lead}/terms`, fields);
  await before();
  const body = await signature(server, applicant, { ...completeAnswers, license });
  expect((await server.call('POST /api/join/sign', { body })).status).toBe(200);
  return applicant.id;
}

it('tells the other admins at the signature by which the terms turn out to be one’s own', async () => {
  const agent = await person(server, { admin: true, name: 'Sly Sharp' });
  await made(server, agent, 'PUT /api/licenses/me', { number: '01666666', expires: '2099-01-31' });
  expect(await told(await signedFor('01555555', [[agent]]))).toEqual([]);
  expect(await told(await signedFor('01666666', [[admin]]))).toEqual([]);
  const id = await signedFor('01666666', [[agent]]);
  expect(await told(id)).toEqual([
    { user_id: agent.id, event: 'agreement.own', detail: `application ${id}: terms changed` },
  ]);
  const mails = (await textsTo(server, admin.email)).filter((text) => text.includes('terms changed'));
  expect(mails.join()).toContain('Sly Sharp worked on their own agreement: terms changed.');
  expect(mails).toHaveLength(1);
});

it('tells it also when the account has been deleted before the signature', async () => {
  const agent = await person(server, { admin: true, name: 'Sly Gone' });
  const license = '01888777';
  await made(server, agent, 'PUT /api/licenses/me', { number: license, expires: '2099-01-31' });
  const deleted = () => made(server, admin, `DELETE /api/users/${agent.id}`);
  const id = await signedFor(license, [[agent]], deleted);
  expect(await told(id)).toEqual([
    { user_id: agent.id, event: 'agreement.own', detail: `application ${id}: terms changed` },
  ]);
});

it('tells it also when others have saved the terms since, until they were taken away', async () => {
  const agent = await person(server, { admin: true, name: 'Sly Silent' });
  const license = '01777777';
  await made(server, agent, 'PUT /api/licenses/me', { number: license, expires: '2099-01-31' });
  const id = await signedFor(license, [[agent], [agent], [admin]]);
  expect(await told(id)).toEqual([
    { user_id: agent.id, event: 'agreement.own', detail: `application ${id}: terms changed` },
  ]);
  expect(await told(await signedFor(license, [[agent], [admin, { terms: null }], [admin]]))).toEqual([]);
});
