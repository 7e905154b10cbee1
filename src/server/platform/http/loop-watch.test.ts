import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { failOnBlocks } from '../../../../test/loop-watch.ts';
import { patience } from '../../../../test/patience.ts';
import { type Block, logBlocks, watchLoop } from './loop-watch.ts';

function work(ms: number, step = () => {}): void {
  const start = process.threadCpuUsage();
  const used = () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  while (used() < ms) step();
}
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

let app: FastifyInstance;
let lines: string[];

beforeEach(() => {
  lines = [];
  app = Fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } });
});
afterEach(() => app.close());

async function serve(): Promise<(path: string) => Promise<string>> {
  app.get('/work/:ms', async (request) => {
    // Leaves the turn in which the request arrived, as a query does.
    await new Promise(setImmediate);
    work(Number(Object(request.params).ms));
    return 'done';
  });
  app.get('/collect/:ms', async (request) => work(Number(Object(request.params).ms), collect));
  app.get('/wait/:ms', async (request) => wait(Number(Object(request.params).ms)));
  app.get('/stream', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('begun');
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return async (path) => (await fetch(url + path)).text();
}

describe('the watch of the tests', () => {
  // Beyond what a slow machine is allowed.
  it.fails('fails the test whose request works for much more than 100 ms', async () => {
    failOnBlocks(app);
    const get = await serve();
    await get('/work/400');
  });

  it('passes waiting for the processor, garbage collection, work below the limit, many requests at once, and the work of a test', async () => {
    failOnBlocks(app);
    const get = await serve();
    await get('/wait/150');
    await get('/collect/150');
    await Promise.all(Array.from({ length: 12 }, () => get('/work/20')));
    await get('/work/40');
    work(150);
  });
});

describe('watchLoop', () => {
  it('names the routes under way, but no stream that has long begun', async () => {
    const blocks: Block[] = [];
    const clock = () => performance.now();
    watchLoop(app, { limit: 100, interval: 5, clock, report: (block) => blocks.push(block) });
    const get = await serve();
    const aborted = new AbortController();
    const address = app.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await fetch(`http://127.0.0.1:${port}/stream`, { signal: aborted.signal });
    work(150);
    await get('/work/300');
    aborted.abort();
    expect(blocks.map(({ routes }) => routes)).toContainEqual(['GET /work/:ms']);
    expect(blocks.flatMap(({ routes }) => routes)).not.toContain('GET /stream');
    expect(Math.max(...blocks.map(({ ms }) => ms))).toBeGreaterThanOrEqual(290);
  });

  it('takes no response for a block that ends long after its head was sent', async () => {
    const blocks: Block[] = [];
    const stopped = vi.spyOn(globalThis, 'clearInterval');
    onTestFinished(() => stopped.mockRestore());
    let now = 0;
    watchLoop(app, { limit: 100, interval: 5, clock: () => now, report: (block) => blocks.push(block) });
    await serve();
    const closed = Promise.withResolvers<void>();
    app.server.on('request', (_request, response) => response.once('close', closed.resolve));
    const address = app.server.address();
    const aborted = new AbortController();
    const port = typeof address === 'object' ? address?.port : undefined;
    await fetch(`http://127.0.0.1:${port}/stream`, { signal: aborted.signal });
    await vi.waitUntil(() => stopped.mock.calls.length > 0, patience);
    now = 5000;
    aborted.abort();
    await closed.promise;
    expect(blocks).toEqual([]);
  });
});

describe('the log', () => {
  it('has one line for a block above 200 ms, with its route', async () => {
    logBlocks(app);
    const get = await serve();
    await get('/wait/300');
    const found = lines.map((line) => JSON.parse(line));
    expect(found).toMatchObject([{ level: 40, msg: 'event loop blocked', routes: ['GET /wait/:ms'] }]);
    expect(found[0].ms).toBeGreaterThanOrEqual(290);
  });
});
