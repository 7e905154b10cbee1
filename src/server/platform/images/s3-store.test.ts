import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { patience } from '../../../../test/patience.ts';
import { minute, second } from '../../../shared/time.ts';
import { newId } from '../db/ids.ts';
import { S3Store } from './s3-store.ts';

const file = Buffer.alloc(8_000_000, 'image');

let server: Server;
/** Bytes that the store sends of the file. */
let sent = file.length;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, sent));
    if (sent === file.length) response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function streamOf(size: number): Promise<Readable> {
  sent = size;
  const { port } = server.address() as AddressInfo;
  const store = new S3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-test-1',
    bucket: 'pictures',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const found = await store.get(newId(), '96.avif');
  if (!found) throw new Error('The file is missing');
  return found.stream;
}

it('lets a client take its time, however little the store may', async () => {
  const stream = await streamOf(file.length);
  await once(stream, 'readable');
  vi.advanceTimersByTime(5 * minute);
  expect(await buffer(stream)).toEqual(file);
});

it('gives up a store that falls silent in the middle of a file', async () => {
  const stream = await streamOf(1000);
  const failed = once(stream, 'error');
  stream.resume();
  await once(stream, 'data');
  // The next chunk is awaited once this one is delivered.
  await vi.waitUntil(() => vi.getTimerCount() > 0, patience);
  vi.advanceTimersByTime(11 * second);
  expect((await failed)[0]).toMatchObject({ message: 'The image store failed' });
});
