import { afterAll, beforeAll, expect, it } from 'vitest';
import { made } from '../../../../test/closings.ts';
import { type Person, person, profileBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/product.md P24.13: the desk names the accounts that have one license number. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const shared = async () => (await made(server, admin, 'GET /api/compliance')).sharedNumbers;
const has = (who: Person, number: string) =>
  made(server, who, 'PUT /api/licenses/me', { number, expires: '2099-01-31' });

it('names accounts with one license number until one is changed or suspended', async () => {
  const [first, second, third] = [
    await person(server, { name: 'Ann Able' }),
    await person(server, { name: 'Zed Zorn' }),
    await person(server, { name: 'Mia Mine' }),
  ];
  await has(second, '01777777');
  await has(third, '01888888');
  expect(await shared()).toEqual([]);
  await made(server, first, 'POST /api/profile', { ...profileBody, license: '01777777' });
  const both = {
    number: '01777777',
    members: [
      { _id: first.id, name: 'Ann Able' },
      { _id: second.id, name: 'Zed Zorn' },
    ],
  };
  expect(await shared()).toEqual([both]);
  await has(third, '01777777');
  expect((await shared())[0].members).toHaveLength(3);
  await has(third, '01888888');
  expect(await shared()).toEqual([both]);
  await made(server, admin, `POST /api/users/${second.id}/suspend`);
  expect(await shared()).toEqual([]);
});
