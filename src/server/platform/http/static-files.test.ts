import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staticFiles } from './static-files.ts';

let folder: string;
let app: FastifyInstance;

const script = `console.log("${'a'.repeat(5000)}")`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-files-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'assets/main-abc123.js'), script);
  await writeFile(join(folder, 'assets/font-abc123.woff2'), Buffer.alloc(5000, 'x'));
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  app = Fastify();
  await staticFiles(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-encoding': 'gzip, br', ...headers } });

it('sends files with a hash in their name to be cached for good, compressed', async () => {
  const answer = await get('/assets/main-abc123.js');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(answer.rawPayload.length).toBeLessThan(200);
  const plain = await get('/assets/main-abc123.js', { 'accept-encoding': 'identity' });
  expect(plain.body).toBe(script);
  const again = await get('/assets/main-abc123.js', { 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it('sends files with a fixed name to be revalidated within the hour', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
});

it('sends what is compressed by its nature as it is', async () => {
  const { headers, rawPayload } = await get('/assets/font-abc123.woff2');
  expect(headers['content-type']).toBe('font/woff2');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(rawPayload).toHaveLength(5000);
});

it.each([
  '/.vite/manifest.json',
  '/assets/../.vite/manifest.json',
  '/assets/%2e%2e/.vite/manifest.json',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/',
  '/assets/main-abc123.js/',
  '/assets/main-abc123.js%00.svg',
  '//assets/main-abc123.js',
])('has nothing at %s', async (url) => {
  expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
});
