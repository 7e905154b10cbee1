import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteBody } from '../../test/factories.ts';
import { licenseExamples, noLicenses } from '../../test/license-examples.ts';
import { type Person, person, profileBody } from '../../test/scene.ts';
import { type TestServer, testServer } from '../../test/server.ts';

/** One rule for every field for the number of a license; contact.test.ts and joining have theirs. */

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const dates = { remindFirst: 3, remindSecond: 10, keepYears: 3 };
const site = siteBody();
const speaker = { name: 'Ana Ortiz', testimonial: 'Good people.' };

/** The call with this number in its field, and where it answers with what it stored. */
const places: [call: string, body: (license: string) => object, stored: (body: never) => unknown][] = [
  [
    'PUT /api/licenses/me',
    (number) => ({ number, expires: null }),
    ({ number }: { number: string }) => number,
  ],
  [
    'POST /api/profile',
    (license) => ({ ...profileBody, license }),
    ({ license }: { license: string }) => license,
  ],
  [
    'POST /api/testimonials',
    (license) => ({ ...speaker, license }),
    ({ license }: { license: string }) => license,
  ],
  [
    'PUT /api/agreements/settings',
    (license) => ({
      ...dates,
      signers: [{ user: admin.id, name: 'Bo Broker', capacity: 'broker', license, since: '2020-01-01' }],
    }),
    ({ signers: [signer] }: { signers: { license: string }[] }) => signer?.license,
  ],
  [
    'PUT /api/site/settings',
    (license) => ({ ...site, brokerage: { ...site.brokerage, license } }),
    ({ settings }: { settings: typeof site }) => settings.brokerage.license,
  ],
  [
    'PUT /api/site/settings',
    (license) => ({ ...site, team: [{ name: 'Bo Broker', role: 'Broker', about: '', license }] }),
    ({ settings }: { settings: { team: { license: string }[] } }) => settings.team[0]?.license,
  ],
];

it.each(places)('%s takes a license as cards write it, and stores its digits', async (call, body, stored) => {
  for (const typed of licenseExamples) {
    const answer = await server.call(call, { token: admin.token, body: body(typed) });
    expect([typed, answer.status, stored(answer.body as never)]).toEqual([typed, 200, '01234567']);
  }
  for (const typed of noLicenses.filter(Boolean))
    expect(await server.call(call, { token: admin.token, body: body(typed) })).toMatchObject({ status: 400 });
});
