import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let admin: Person;
let other: Person;
beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Ada Admin' });
  other = await person(server, { admin: true });
});
afterAll(() => server.stop());

const change = ({ id, name, email }: Person, rights: object) =>
  server.made(`PUT /api/users/${id}`, { token: admin.token, body: { name, email, ...rights } });

const status = async (key: string, { token }: Person) => (await server.call(key, { token })).status;

const mailsTo = async ({ email }: Person) =>
  (
    await server.db
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('recipient', '=', email)
      .where('subject', 'like', '%rights%')
      .orderBy('id')
      .execute()
  ).map(({ subject, text }) => `${subject}: ${text}`);

it('a given right ends the sessions, and is told to the person and the other admins', async () => {
  const member = await person(server, { name: 'Mo Member' });
  const changed = await change(member, { recruiting: true, compliance: true });
  expect(changed).toMatchObject({ admin: false, recruiting: true, coordinator: false, compliance: true });
  expect(await status('GET /api/auth', member)).toBe(401);
  expect(await mailsTo(member)).toEqual([
    expect.stringContaining('Your rights in the office are now: Recruiting, Compliance.'),
  ]);
  expect((await mailsTo(other)).at(-1)).toContain(
    'Ada Admin changed the rights of Mo Member in the office. They are now: Recruiting, Compliance.',
  );
  expect(await mailsTo(admin)).toEqual([]);
  const event = await server.db
    .selectFrom('audit_log')
    .select('details')
    .where('object_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(event.details).toBe('recruiting: no → yes; compliance: no → yes');
});

it('a taken right is gone at once, with what came with it, and the session stays', async () => {
  const member = await person(server, { recruiting: true, coordinator: true });
  const signer = { user_id: member.id, position: 0, name: 'Bo', capacity: 'authorized' } as const;
  await server.db
    .insertInto('agreement_signers')
    .values({ ...signer, license: '01999999', since_on: '2020-01-01' })
    .execute();
  expect(await status('GET /api/leads', member)).toBe(200);
  await change(member, { recruiting: false });
  expect(await status('GET /api/leads', member)).toBe(403);
  expect(await status('GET /api/closings/work', member)).toBe(200);
  const signers = server.db
    .selectFrom('agreement_signers')
    .select('user_id')
    .where('user_id', '=', member.id);
  expect(await signers.execute()).toEqual([]);
  expect((await mailsTo(member)).at(-1)).toContain('Your rights in the office are now: Closings.');
});

it('an omitted right stays, and a lowered admin keeps what they were given', async () => {
  const member = await person(server, { admin: true, content: true });
  expect(await change(member, { admin: false })).toMatchObject({ admin: false, content: true });
  expect((await mailsTo(member)).at(-1)).toContain('Your rights in the office are now: Content.');
});

it('the session says which areas are open', async () => {
  const member = await person(server, { compliance: true });
  const { body } = await server.call('GET /api/auth', { token: member.token });
  const areas = { recruiting: false, closings: false, compliance: true, content: false };
  expect(body).toMatchObject({ ...areas, admin: false, editsHandbook: false });
  const all = { recruiting: true, closings: true, compliance: true, content: true };
  expect((await server.call('GET /api/auth', { token: admin.token })).body).toMatchObject(all);
});
