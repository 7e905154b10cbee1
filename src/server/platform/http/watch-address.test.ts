import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await testServer({ BASE_URL: 'http://www.example.com', TRUST_PROXY: '127.0.0.1' });
});
afterEach(() => server.stop());

const times = 3;

async function come(headers: Record<string, string>, signedIn = true) {
  const { token } = await person(server);
  for (let time = 0; time < times; time++)
    await server.call('GET /api/auth', { ...(signedIn && { token }), headers });
  return server.parts.places.faults;
}
const by = (host: string, scheme: string) => ({
  'x-forwarded-for': '192.0.2.7',
  'x-forwarded-proto': scheme,
  'x-forwarded-host': host,
});

it.each([
  ['https', 'www.example.com', 'https://www.example.com'],
  ['http', 'example.com', 'http://example.com'],
])('says that members come by %s and %s', async (scheme, host, seen) => {
  expect(await come(by(host, scheme))).toMatchObject([
    {
      setting: 'BASE_URL',
      says: expect.stringContaining(
        `It is http://www.example.com, but members come by ${seen}, as the proxy`,
      ),
    },
  ]);
});

it('says nothing about BASE_URL itself, nor about another name once a member came by it', async () => {
  expect(await come(by('www.example.com', 'http'))).toEqual([]);
  expect(await come(by('example.com', 'https'))).toEqual([]);
});

it('goes neither by strangers, nor by what came past the proxy, nor by a scheme that the proxy does not say', async () => {
  expect(await come(by('evil.example', 'https'), false)).toEqual([]);
  expect(await come({ 'x-forwarded-host': 'evil.example' })).toEqual([]);
  expect(await come({ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'www.example.com' })).toEqual([]);
});

it('takes it back when BASE_URL is right after all', async () => {
  expect(await come(by('example.com', 'https'))).toHaveLength(1);
  expect(await come(by('www.example.com', 'http'))).toEqual([]);
});

it('says that a proxy passes members on while TRUST_PROXY names none, until one comes without it', async () => {
  const other = await testServer({ TRUST_PROXY: 'none' });
  onTestFinished(() => other.stop());
  const { token } = await person(other);
  const come = (headers: Record<string, string>) => other.call('GET /api/auth', { token, headers });
  for (let time = 0; time < times; time++) await come(by('www.example.com', 'https'));
  expect(other.parts.places.faults).toMatchObject([
    { setting: 'TRUST_PROXY', says: expect.stringMatching(/Set TRUST_PROXY=127\.0\.0\.1\.$/) },
  ]);
  await come({});
  expect(other.parts.places.faults).toEqual([]);
});
