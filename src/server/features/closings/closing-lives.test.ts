import { afterAll, beforeAll, it } from 'vitest';
import { liveAll } from '../../../../test/closing-lives.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({}, { plain: true });
});
afterAll(() => server.stop());

it(
  'nothing in 5 lives of closings stands by a decision that was made for other facts',
  () => liveAll(server, 5),
  600_000,
);
