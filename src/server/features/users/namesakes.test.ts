import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalHold, type Person, person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/security.md S10.4: an erasure takes the name of the person, and not that of another with the same name. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' });
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const made = (key: string, by: Person, body?: unknown) => server.made(key, { token: by.token, body });
const detailsOn = async (id: string) => {
  const lines = server.db.selectFrom('audit_log').select(['object_name', 'details']);
  return lines.where('object_id', '=', id).orderBy('created_at').orderBy('id').execute();
};
const namesakes = async (name: string, given = {}) =>
  [await person(server, { name, ...given }), await person(server, { name, ...given })] as const;
async function removed(author: Person): Promise<string> {
  const { _id } = await made('POST /api/posts', author, { text: 'Pays under the table' });
  await made(`POST /api/posts/report/${_id}`, admin, { reason: 'misleading' });
  await made(`POST /api/moderation/posts/${_id}/remove`, admin, { reason: 'Illegal advice' });
  return _id;
}
const byAnn = {
  object_name: 'Pays under the table',
  details: expect.stringMatching(/^by Ann .*Illegal advice/),
};
const erased = { object_name: '(erased)', details: '' };

it('a decision about a member stays when another of the same name goes, and loses theirs', async () => {
  const [held, other] = await namesakes('Ann Lee');
  const [about, aboutOther] = [await removed(held), await removed(other)];
  await made('POST /api/legal-holds', admin, { ...legalHold(), email: held.email });
  await made(`DELETE /api/users/${other.id}`, admin);
  expect(await detailsOn(about)).toEqual([byAnn]);
  expect(await detailsOn(aboutOther)).toEqual([erased]);
});

it('an older decision without the id stays while another has or had the name, and goes with the last', async () => {
  const [first, second] = await namesakes('Ann Moe');
  const about = await removed(first);
  await server.db.updateTable('audit_log').set({ named: null }).where('object_id', '=', about).execute();
  await made(`PUT /api/users/${first.id}`, admin, { name: 'Ann Roe', email: first.email, admin: false });
  await made(`DELETE /api/users/${second.id}`, admin);
  expect(await detailsOn(about)).toEqual([byAnn]);
  await made(`DELETE /api/users/${first.id}`, admin);
  expect(await detailsOn(about)).toEqual([erased]);
});

it('the owner of a lead stays in its lines when another of the same name goes', async () => {
  const [owner, other] = await namesakes('Lea Lund', { admin: true });
  const lead = await new Scene(server, admin, undefined).lead();
  for (const { id } of [other, owner]) await made(`PATCH /api/leads/${lead}`, admin, { owner: id });
  await made(`DELETE /api/users/${other.id}`, admin);
  expect((await detailsOn(lead)).map(({ details }) => details)).toEqual([
    'owner: nobody → (erased)',
    'owner: (erased) → Lea Lund',
  ]);
  const { body } = await server.call(`GET /api/leads/${lead}/events`, { token: admin.token });
  expect(JSON.stringify(body)).toContain('Lea Lund');
});
