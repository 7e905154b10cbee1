import { request } from 'node:http';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { articleBody, makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { apiCalls, apiContract } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { openSession } from '../../features/auth/sessions/sessions.service.ts';
import { compressionTurn } from './compressed.ts';
import { jsonListTurn } from './json-list.ts';

/** For requests to arrive on a busy machine. */
const patience = { timeout: 20_000 };

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  const user = await makeUser(server.db, { admin: true });
  token = await openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
  for (let n = 0; n < 20; n++) {
    const body = {
      text: `An open house on Sunday, number ${n}: come and see the garden ${'🌳 '.repeat(20)}`,
    };
    const { body: post } = await server.call('POST /api/posts', { token, body });
    await server.call(`POST /api/posts/comment/${post._id}`, { token, body: { text: 'See you there!' } });
    await server.call(`PUT /api/posts/like/${post._id}`, { token });
  }
});
afterAll(() => server.stop());

/** As fetch, which decompresses and adds codings of its own. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request(server.url + path, { headers: { 'x-auth-token': token, ...headers } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.on('error', reject).end();
  });

it('large answers are compressed one at a time, readers taking turns', async () => {
  const text = 'Escrow, explained at length. '.repeat(5000);
  const article = (await server.call('POST /api/articles', { token, body: articleBody({ text }) })).body;
  const gate = Promise.withResolvers<void>();
  const held = compressionTurn('gate', () => gate.promise);
  const order: string[] = [];
  const read = async (reader: string, as: string) => {
    const { headers } = await get(`/api/articles/all/${article._id}`, {
      'x-auth-token': as,
      'accept-encoding': 'br',
    });
    expect(headers['content-encoding']).toBe('br');
    order.push(reader);
  };
  const eager = Array.from({ length: 6 }, () => read('eager', token));
  await expect.poll(() => compressionTurn.state(), patience).toEqual({ running: 1, waiting: 6 });
  const other = read('other', await makeToken(server.db, { admin: true }));
  await expect.poll(() => compressionTurn.state(), patience).toEqual({ running: 1, waiting: 7 });
  gate.resolve();
  await Promise.all([held, ...eager, other]);
  expect(order.at(-1)).toBe('eager');
});

it('lists of articles are made one at a time, addresses taking turns', async () => {
  const behind = await testServer({ TRUST_PROXY: '127.0.0.1' });
  const gate = Promise.withResolvers<void>();
  const held = jsonListTurn('gate', () => gate.promise);
  const order: string[] = [];
  const read = async (address: string) => {
    const { status } = await behind.call('GET /api/articles?limit=1', {
      headers: { 'x-forwarded-for': address },
    });
    expect(status).toBe(200);
    order.push(address);
  };
  const eager = Array.from({ length: 6 }, () => read('198.51.100.1'));
  await expect.poll(() => jsonListTurn.state(), patience).toEqual({ running: 1, waiting: 6 });
  const other = read('198.51.100.2');
  await expect.poll(() => jsonListTurn.state(), patience).toEqual({ running: 1, waiting: 7 });
  gate.resolve();
  await Promise.all([held, ...eager, other]);
  expect(order.at(-1)).toBe('198.51.100.1');
  await behind.stop();
});

describe('an answer above 1 KB', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, br', 'br', brotliDecompressSync],
    ['br, zstd;q=0', 'br', brotliDecompressSync],
    ['gzip', undefined, Buffer.from],
    ['', undefined, Buffer.from],
  ])('to a client that accepts "%s" comes as %s', async (accepted, coding, decompress) => {
    const plain = await get('/api/posts');
    const answer = await get('/api/posts', { 'accept-encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(decompress(answer.body)).toEqual(plain.body);
    expect(answer.headers.etag).toBe(plain.headers.etag);
    if (coding) expect(answer.body.length).toBeLessThan(plain.body.length / 2);
  });

  it('comes with 304 and no body when the client has it', async () => {
    const { headers } = await get('/api/posts', { 'accept-encoding': 'zstd' });
    const again = await get('/api/posts', {
      'accept-encoding': 'zstd',
      'if-none-match': String(headers.etag),
    });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'accept-encoding' });
    expect(again.headers).not.toHaveProperty('content-length');
    await server.call('POST /api/posts', { token, body: { text: 'News' } });
    const changed = await get('/api/posts', { 'if-none-match': String(headers.etag) });
    expect(changed.status).toBe(200);
  });
});

it('a small answer is not compressed', async () => {
  const { headers } = await get('/api/auth', { 'accept-encoding': 'br, zstd' });
  expect(headers['content-encoding']).toBeUndefined();
});

describe('what may hold a token or secret', () => {
  const calls: [string, Call][] = Object.entries(apiCalls);
  const names = /"(token|secret|ticket|challenge|password|device(?:Token)?|uri)":\{"type":"string"/;
  const holdsSecret = ({ response }: Call) =>
    names.test(
      JSON.stringify(
        z.toJSONSchema(response, { io: 'output', unrepresentable: 'any', metadata: z.registry() }),
      ),
    );

  it('is found by the names of fields', () => {
    const found = calls.filter(([, call]) => holdsSecret(call)).map(([key]) => key);
    expect(found).toEqual(
      expect.arrayContaining(['POST /api/auth', 'POST /api/auth/totp', 'POST /api/api-tokens']),
    );
  });

  it('is an invitation of the outbox, which shows its link', () => {
    expect(apiContract['GET /api/outbox/:id/invitation'].secret).toBe(true);
  });

  it('is no answer to GET, which is compressed', () => {
    const named = calls.filter(([key, call]) => key.startsWith('GET ') && !call.secret && holdsSecret(call));
    // The names of browsers.
    const namesOfBrowsers = named.filter(
      ([key]) => !/devices|sessions|security-log|acknowledgements|joining/.test(key),
    );
    expect(namesOfBrowsers.map(([key]) => key)).toEqual([]);
  });

  it('is not compressed', async () => {
    for (let n = 0; n < 12; n++) {
      const body = {
        name: `System ${n}`,
        kind: 'standard',
        url: `https://example.com/?key=${n}`,
        events: ['lead.created'],
      };
      await server.call('POST /api/webhooks', { token, body });
    }
    const { headers, body } = await get('/api/webhooks', { 'accept-encoding': 'br, zstd' });
    expect(body.length).toBeGreaterThan(1024);
    expect(headers['content-encoding']).toBeUndefined();
  });
});

it('a text of a kilobyte is compressed, however few characters that are', async () => {
  const { body } = await server.call('POST /api/posts', { token, body: { text: '平'.repeat(300) } });
  const path = `/api/posts/${body._id}`;
  const [plain, small] = [await get(path), await get(path, { 'accept-encoding': 'br' })];
  expect(plain.body.toString().length).toBeLessThan(1024);
  expect(plain.body.length).toBeGreaterThan(1024);
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.body)).toEqual(plain.body);
  expect(small.headers.etag).toBe(plain.headers.etag);
});
