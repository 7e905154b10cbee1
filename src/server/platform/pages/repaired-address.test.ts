import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damagedLinks, damagedQueries } from '../../../../test/damaged-links.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { repairedAddress } from './repaired-address.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

describe('a link that a text or an email program has changed', () => {
  it.each(damagedLinks)('%s leads to %s', async (given, right) => {
    const { status, headers } = await server.call(`GET ${given}`);
    expect([status, headers.get('location')]).toEqual([302, right]);
  });

  it.each(damagedQueries)('/?%s shows its calculation', async (query) => {
    expect((await server.call(`GET /?${query}`)).body).toContain('price=1200000&amp;rate=2"');
  });
});

it.each([
  '//evil.example%23',
  '/\\evil.example.',
  'https://evil.example/x.',
  '/.%2e//evil.example.',
  '/ok',
  '/%',
  '/%23%',
  '',
])('leads to no other site, and leaves what is right: %s', (url) => {
  expect(repairedAddress(url) ?? '/').toMatch(/^\/(?![/\\])/);
});

it('is not asked of what is not there, nor of the API', async () => {
  expect((await server.call('GET /nowhere')).status).toBe(404);
  expect((await server.call('GET /api/nowhere.')).status).toBe(404);
  expect((await server.call('POST /nowhere.')).status).toBe(404);
});
