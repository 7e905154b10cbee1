import { afterAll, beforeAll, expect, it } from 'vitest';
import { person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { presentAddress } from './former-addresses.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

it('an office that was opened before an upgrade goes on by former addresses', async () => {
  const admin = await person(server, { admin: true });
  const { token } = admin;
  const scene = new Scene(server, admin, admin);
  const [post, { id, version }] = [await scene.post(), await scene.articleVersion()];
  for (const key of [
    `PUT /api/posts/${post}/pin`,
    `DELETE /api/posts/${post}/pin`,
    `GET /api/articles/${id}/versions`,
    `GET /api/articles/${id}/versions/${version}`,
    'GET /api/articles/new/working-copy',
  ])
    expect([key, (await server.call(key, { token })).status]).toEqual([key, 200]);
});

it.each([
  '/api/articles/slug/versions',
  '/api/articles/all/versions',
  '/api/articles/versions/working-copy',
  '/api/posts/like/pin',
  '/api/posts/comment/report',
  '/api/posts/pins',
  '/articles/a/versions',
])('%s is what it was', (address) => expect(presentAddress(address)).toBe(address));
