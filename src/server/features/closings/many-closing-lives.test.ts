import { afterAll, beforeAll, it } from 'vitest';
import { liveAll } from '../../../../test/closing-lives.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({}, { plain: true });
});
afterAll(() => server.stop());

/** LIVES=2000 before a release: each takes a second or more. */
const lives = Number(process.env.LIVES ?? 40);

it(
  `nothing in ${lives} lives of closings stands by a decision that was made for other facts`,
  () => liveAll(server, lives),
  // Only ends what hangs.
  36_000_000,
);
