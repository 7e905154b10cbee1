import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodRequests } from '../../test/good-requests.ts';
import { person, Scene } from '../../test/scene.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { maxCounts } from '../shared/field-limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

// The office or an account can have a limited number of these.
it.each([
  ['webhooks', maxCounts.webhooks],
  ['api-tokens', maxCounts.apiTokens],
  ['leads/views', maxCounts.leadViews],
  ['leads/templates', maxCounts.leadTemplates],
] as const)('the limit of %s holds when many are made at once', async (path, most) => {
  const admin = await person(server, { admin: true });
  const { body } = await goodRequests[`POST /api/${path}`](new Scene(server, admin, admin));
  const made = await Promise.all(
    Array.from({ length: most + 30 }, () => server.call(`POST /api/${path}`, { token: admin.token, body })),
  );
  const statuses = made.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(most).fill(200), ...Array(30).fill(400)]);
  expect((await server.call(`GET /api/${path}`, { token: admin.token })).body).toHaveLength(most);
});
