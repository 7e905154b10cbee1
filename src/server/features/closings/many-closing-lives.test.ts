import { afterAll, beforeAll, it } from 'vitest';
import { liveAll } from '../../../../test/closing-lives.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

it(
  'nothing in 2,000 lives of closings stands by a decision that was made for other facts',
  () => liveAll(server, 2000),
  3_600_000,
);
