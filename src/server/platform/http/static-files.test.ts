import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureResponses } from '../metrics/request-durations.ts';
import { AssetArchive } from './asset-archive.ts';
import { staticFiles } from './static-files.ts';

let folder: string;
let app: FastifyInstance;

const script = `console.log("${'a'.repeat(5000)}")`;

/** Unlike what the server would make of it. */
const packed = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-files-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'assets/main-abc123.js'), script);
  await writeFile(join(folder, 'assets/font-abc123.woff2'), Buffer.alloc(5000, 'x'));
  await writeFile(join(folder, 'assets/packed-abc123.js'), script);
  await writeFile(join(folder, 'assets/packed-abc123.js.br'), packed);
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  app = Fastify();
  await staticFiles(app, folder, new AssetArchive(join(folder, 'archive')));
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
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    vary: 'accept-encoding',
  });
  expect(answer.rawPayload.length).toBeLessThan(200);
  const plain = await get('/assets/main-abc123.js', { 'accept-encoding': 'identity' });
  expect(plain.body).toBe(script);
  const again = await get('/assets/main-abc123.js', { 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it('sends what the build has packed, and serves the packed file at no address of its own', async () => {
  const { headers, rawPayload } = await get('/assets/packed-abc123.js');
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(rawPayload).toEqual(packed);
  expect((await get('/assets/packed-abc123.js', { 'accept-encoding': 'gzip' })).headers).toMatchObject({
    'content-encoding': 'gzip',
  });
  expect((await get('/assets/packed-abc123.js.br')).statusCode).toBe(404);
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

it('counts all files of the build under one route', async () => {
  const counted: string[] = [];
  const process = Fastify();
  measureResponses(process, (method, route, status) => counted.push(`${method} ${route} ${status}`));
  await staticFiles(process, folder, new AssetArchive(join(folder, 'archive')));
  for (const url of ['/assets/main-abc123.js', '/assets/unknown.js', '/favicon.svg'])
    await process.inject({ url });
  await process.close();
  expect(counted).toEqual(['GET /assets/* 200', 'GET unknown 404', 'GET /favicon.svg 200']);
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
  const { statusCode } = await get(url);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

describe('the files of other builds', () => {
  let shared: string;
  const apps: FastifyInstance[] = [];

  beforeAll(async () => {
    shared = join(folder, 'shared');
  });
  afterAll(() => Promise.all(apps.map((each) => each.close())));

  /** A process of a build with one file. */
  async function start(name: string): Promise<FastifyInstance> {
    const client = join(folder, `client-${name}`);
    await mkdir(join(client, 'assets'), { recursive: true });
    await writeFile(join(client, 'assets', `${name}.js`), `"${name}"`);
    const process = Fastify();
    apps.push(process);
    const archive = new AssetArchive(shared);
    await staticFiles(process, client, archive);
    await archive.keep(join(client, 'assets'));
    return process;
  }

  it('are served by every process that shares the folder, whichever started first', async () => {
    const older = await start('main-older');
    const newer = await start('main-newer');
    for (const process of [older, newer]) {
      for (const name of ['main-older', 'main-newer']) {
        const { statusCode, headers, body } = await process.inject({ url: `/assets/${name}.js` });
        expect([statusCode, body]).toEqual([200, `"${name}"`]);
        expect(headers).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
        });
      }
    }
    expect((await readdir(shared)).sort()).toEqual(['main-newer.js', 'main-older.js']);
  });

  it('are only what is in the folder', async () => {
    const process = await start('main-other');
    await writeFile(join(folder, 'secret.js'), '');
    await writeFile(join(shared, 'notes.txt'), '');
    for (const name of ['secret.js', '..%2fsecret.js', '%2e%2e%2fsecret.js', 'notes.txt', 'unknown.js'])
      expect((await process.inject({ url: `/assets/${name}` })).statusCode).toBe(404);
  });

  it('are not there once another process has deleted them, nor are folders', async () => {
    const process = await start('main-reader');
    for (const name of ['gone-1.js', 'gone-2.js']) await writeFile(join(shared, name), '');
    await mkdir(join(shared, 'folder.js'));
    expect((await process.inject({ url: '/assets/gone-1.js' })).statusCode).toBe(200);
    await rm(join(shared, 'gone-2.js'));
    for (const name of ['gone-2.js', 'folder.js'])
      expect((await process.inject({ url: `/assets/${name}` })).statusCode).toBe(404);
    await rm(join(shared, 'folder.js'), { recursive: true });
  });

  it('are deleted two weeks after the last process of their build', async () => {
    await start('main-old');
    const before = new Date(Date.now() - 15 * 24 * 3600 * 1000);
    for (const name of ['main-old.js', 'main-kept.js.5f1c']) {
      await writeFile(join(shared, name), '');
      await utimes(join(shared, name), before, before);
    }
    await start('main-new');
    const left = await readdir(shared);
    expect(left).toContain('main-new.js');
    expect(left).not.toContain('main-old.js');
    expect(left).not.toContain('main-kept.js.5f1c');
    await utimes(join(shared, 'main-new.js'), before, before);
    await start('main-new');
    expect(await readdir(shared)).toContain('main-new.js');
  });
});
