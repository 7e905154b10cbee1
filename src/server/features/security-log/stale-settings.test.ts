import { afterAll, beforeAll, expect, it } from 'vitest';
import { closingSettingsBody, coordinator } from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { standardSettings } from '../member-files/settings.ts';

/** docs/security.md S18.11: an older form brings back no approver, signer or right that was taken since. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const call = (key: string, body?: object, etag?: string) =>
  server.call(key, { token: admin.token, body, ...(etag && { headers: { 'if-match': etag } }) });

const agreementSettings = (signers: object[]) => ({
  remindFirst: 3,
  remindSecond: 10,
  keepYears: 3,
  signers,
});

/** Each form, as it was, and as it is after a right was taken. */
const forms: [
  name: string,
  path: (who: Person) => string,
  was: (who: Person) => object,
  now: (who: Person) => object,
][] = [
  [
    'Settings',
    () => '/api/closings/settings',
    ({ id }) => closingSettingsBody({ approvers: [{ user: id, capacity: 'Broker' }] }),
    () => closingSettingsBody(),
  ],
  [
    'Settings',
    () => '/api/agreements/settings',
    () =>
      agreementSettings([
        { user: admin.id, name: 'Bo', capacity: 'broker', license: '01999999', since: '2020-01-01' },
      ]),
    () => agreementSettings([]),
  ],
  [
    'Settings',
    () => '/api/compliance/settings',
    () => ({ ...standardSettings, checkDays: 60 }),
    () => standardSettings,
  ],
  [
    'User',
    ({ id }) => `/api/users/${id}`,
    ({ name, email }) => ({ name, email, coordinator: true }),
    ({ name, email }) => ({ name, email, coordinator: false }),
  ],
];

it.each(forms)(
  '%s: an older form is refused, the current one and one without a version are saved',
  async (name, path, was, now) => {
    const who = await coordinator(server);
    const [get, put] = [`GET ${path(who)}`, `PUT ${path(who)}`];
    expect((await call(put, was(who))).status).toBe(200);
    const older = (await call(get)).headers.get('etag') ?? '';
    expect(older).toMatch(/^"v\d+/);
    expect((await call(put, now(who), older)).status).toBe(200);
    const refused = await call(put, was(who), older);
    expect([refused.status, refused.body.msg]).toEqual([
      412,
      `${name} has been changed by someone else in the meantime`,
    ]);
    const current = (await call(get)).headers.get('etag') ?? '';
    expect(current).not.toBe(older);
    expect((await call(put, was(who), current)).status).toBe(200);
    expect((await call(put, now(who))).status).toBe(200);
  },
);
