import { afterAll, beforeAll, expect, it } from 'vitest';
import { approval, approver, closingBody, letWork, made } from '../../../../test/closings.ts';
import { type Person, person, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/product.md P24.12: a look that is withdrawn takes back what it renewed. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const ok = (key: string, body?: object, who: { token: string } = office) => made(server, who, key, body);
const own = (member: Person, expires: string, number = '02222222') =>
  ok('PUT /api/licenses/me', { number, expires }, member);
const look = async ({ id }: Person, seen: object = {}): Promise<{ _id: string; date: string }> => {
  const { entries } = await ok(`POST /api/compliance/members/${id}/check`, seenBody(seen));
  return entries.find(({ details }: { details: { kind: string } }) => details.kind === 'check');
};
const withdraw = ({ _id }: { _id: string }) =>
  ok(`POST /api/compliance/entries/${_id}/withdraw`, { reason: 'Looked at another person' });
const tick = async ({ id }: Person) => (await ok(`GET /api/joining/members/${id}/checks`))['may-work'];
const license = (member: Person) => ok('GET /api/licenses/me', undefined, member);
const mayWork = async (member: Person): Promise<boolean> =>
  (await ok('GET /api/my-closings/start', undefined, member)).mayWork;

async function working(): Promise<Person> {
  const member = await person(server);
  await letWork(server, member.id);
  return member;
}

it('a look that is withdrawn leaves neither its tick nor its expiry and verification', async () => {
  const member = await working();
  await own(member, '2029-01-31');
  expect(await tick(member)).toBeNull();
  const entry = await look(member);
  expect(await tick(member)).toMatchObject({ note: 'By the look at the public record' });
  expect(await license(member)).toMatchObject({ expires: '2099-01-31', verified: { by: office.name } });
  await withdraw(entry);
  expect(await tick(member)).toBeNull();
  expect(await license(member)).toMatchObject({ expires: '2029-01-31', verified: null });
  expect(await mayWork(member)).toBe(false);
  const { findings } = await ok(`GET /api/compliance/members/${member.id}`);
  const kinds = findings.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['may-work', 'unverified']));
  const closing = await ok('POST /api/my-closings', closingBody(), member);
  const body = await approval(server, office, closing._id);
  const answer = await server.call(`POST /api/closings/${closing._id}/approve`, {
    token: office.token,
    body,
  });
  expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining('may not work') } });
  // The right look renews it, without another tick.
  await look(member);
  expect(await mayWork(member)).toBe(true);
});

it('the look before counts again, with its day, in whatever order looks are withdrawn', async () => {
  const member = await working();
  const first = await look(member, { expires: '2030-01-31' });
  const second = await look(member, { expires: '2031-01-31' });
  const third = await look(member, { expires: '2032-01-31' });
  // An earlier one says nothing of what was seen since.
  await withdraw(second);
  expect(await license(member)).toMatchObject({ expires: '2032-01-31' });
  await withdraw(third);
  expect(await license(member)).toMatchObject({
    expires: '2030-01-31',
    verified: { by: office.name, date: first.date },
  });
  expect(await tick(member)).toMatchObject({ note: 'By the look at the public record' });
  await withdraw(first);
  expect((await license(member)).verified).toBeNull();
  expect((await license(member)).expires).not.toBe('2030-01-31');
  // As the office had ticked it for that license.
  expect(await tick(member)).toMatchObject({ by: 'The office', note: '' });
  expect(await mayWork(member)).toBe(true);
});

it('a license entered after the look stays as it was entered', async () => {
  const member = await working();
  const entry = await look(member);
  await own(member, '2033-01-31', '03333333');
  await withdraw(entry);
  expect(await license(member)).toMatchObject({ number: '03333333', expires: '2033-01-31', verified: null });
});
