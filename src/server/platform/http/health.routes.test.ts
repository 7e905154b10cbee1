import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../../test/server.ts';

let trusting: TestServer;
let forgetful: TestServer;

beforeAll(async () => {
  trusting = await testServer({ TRUST_PROXY: '127.0.0.1' });
  forgetful = await testServer();
});
afterAll(async () => {
  await trusting.stop();
  await forgetful.stop();
});

/** As a proxy on the same machine sends it. */
const forwarded = (server: TestServer) =>
  server.call('GET /readyz', { headers: { 'x-forwarded-for': '203.0.113.9' } });

it('shows the machine itself which client address the server sees', async () => {
  expect((await trusting.call('GET /readyz')).body).toEqual({ status: 'ok', client: '127.0.0.1' });
});

it('shows a stranger no address', async () => {
  expect((await forwarded(trusting)).body).toEqual({ status: 'ok' });
});

it('shows that a proxy is not trusted: whoever asks through it is the proxy', async () => {
  expect((await forwarded(forgetful)).body).toEqual({ status: 'ok', client: '127.0.0.1' });
});

it('is ready without the database for proxies that ask so, as public pages go on', async () => {
  const away = await testServer();
  await away.db.destroy();
  const statusOf = async (address: string) => (await away.call(`GET ${address}`)).status;
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/readyz?exclude=database')).toBe(200);
  expect(await statusOf('/readyz?exclude=else')).toBe(503);
  await away.stop();
});
