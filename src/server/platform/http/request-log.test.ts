import { once } from 'node:events';
import Fastify, { LogController } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { rawConnection } from '../../../../test/raw-http.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { buildApp } from '../../app.ts';
import { logRequests } from './request-log.ts';

type Line = Record<string, unknown>;

let server: TestServer | undefined;
let written: string[] = [];

async function logged(settings: Record<string, string> = {}): Promise<TestServer> {
  written = [];
  const logStream = { write: (line: string) => void written.push(line) };
  server = await testServer({ LOG_LEVEL: 'info', ...settings }, { logStream });
  return server;
}

const lines = (): Line[] => written.map((line) => JSON.parse(line));
const requestLines = () => lines().filter(({ msg }) => msg === 'request');
/** The line is written after the client has read the response. */
const untilLogged = (count: number) => expect.poll(requestLines).toHaveLength(count);

async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}

afterEach(async () => {
  vi.useRealTimers();
  await stop();
});

const isGreeting = ({ msg }: Line) => String(msg).startsWith('Server listening');
/** Says how busy the machine is. */
const isPause = ({ msg }: Line) => msg === 'event loop blocked';

const debug = 20;
const info = 30;

it('leaves the values of a row that PostgreSQL refuses out of its errors', async () => {
  const { parts } = await logged();
  const app = buildApp(parts, { logStream: { write: (line) => void written.push(line) } });
  const detail = 'Key (email)=(ann@example.com) already exists.';
  app.log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail, where: detail }) });
  await app.close();
  expect(written.join()).toContain('23505');
  expect(written.join()).not.toContain('ann@example.com');
});

describe('a request', () => {
  it('of the API is a line with its route, status, time and user, and nothing that was sent', async () => {
    const { call, db } = await logged();
    const token = await makeToken(db);
    const { body: user } = await call('GET /api/auth?secret=zqx', { token });
    await call('POST /api/auth', { body: { email: 'zqx@example.com', password: 'zqx-zqx-zqx' } });
    await call('GET /api/users', { token });
    await call('GET /api/articles/0193c0de-0000-7000-8000-00000000000a');
    await untilLogged(4);
    expect(requestLines()).toMatchObject([
      { level: info, method: 'GET', route: '/api/auth', status: 200, user: user._id },
      { level: info, method: 'POST', route: '/api/auth', status: 400 },
      { level: info, method: 'GET', route: '/api/users', status: 403, user: user._id },
      { level: info, method: 'GET', route: '/api/articles/:id', status: 404 },
    ]);
    for (const { ms } of requestLines()) expect(ms).toBeTypeOf('number');
    expect(requestLines()[1]).not.toHaveProperty('user');
    expect(written.join('')).not.toMatch(/zqx|0193c0de/);
    expect(written.join('')).not.toContain(token);
  });

  it('that posts the contact form without script is a line', async () => {
    const { call } = await logged();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'firstName=zqx&lastName=Ortiz&phone=555-0100&email=zqx%40example.com';
    expect((await call('POST /contact', { body, headers: form })).status).toBe(303);
    expect((await call('POST /contact', { body: 'firstName=zqx', headers: form })).status).toBe(303);
    await untilLogged(2);
    expect(requestLines()).toMatchObject([
      { level: info, method: 'POST', route: '/contact', status: 303 },
      { level: info, method: 'POST', route: '/contact', status: 303 },
    ]);
    expect(written.join('')).not.toContain('zqx');
  });

  it('that reads a page is a line at debug level only', async () => {
    const quiet = await logged();
    const paths = ['/', '/contact', '/dashboard', '/livez', '/robots.txt', '/nothing?zqx', '/articles/zqx'];
    for (const path of paths) await quiet.call(`GET ${path}`);
    await stop();
    expect(requestLines()).toEqual([]);

    const verbose = await logged({ LOG_LEVEL: 'debug' });
    for (const path of paths) await verbose.call(`GET ${path}`);
    await untilLogged(paths.length);
    expect(requestLines().map(({ level, route, status }) => ({ level, route, status }))).toEqual([
      { level: debug, route: '/', status: 200 },
      { level: debug, route: '/contact', status: 200 },
      { level: debug, route: '/dashboard', status: 200 },
      { level: debug, route: '/livez', status: 200 },
      { level: debug, route: '/robots.txt', status: 200 },
      { level: debug, route: undefined, status: 404 },
      { level: debug, route: '/articles/:slug', status: 404 },
    ]);
    expect(written.join('')).not.toContain('zqx');
  });
});

describe('requests past a limit', () => {
  const refusals = () => lines().filter(({ msg }) => msg === 'too many requests');

  async function rejecting() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    written = [];
    const stream = { write: (line: string) => void written.push(line) };
    const app = Fastify({
      logger: { level: 'info', stream },
      logController: new LogController({ disableRequestLogging: true }),
    });
    onTestFinished(() => app.close());
    logRequests(app, { debug: false });
    app.post('/full', async (_request, reply) => reply.code(429).send());
    return {
      async reject(remoteAddress: string, times = 1) {
        for (let time = 0; time < times; time++)
          await app.inject({ method: 'POST', url: '/full', remoteAddress });
      },
      close: () => app.close(),
    };
  }

  it('are one line a minute for each client', async () => {
    const { reject, close } = await rejecting();
    await reject('203.0.113.1', 5);
    await reject('203.0.113.2', 3);
    expect(refusals()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(refusals()).toMatchObject([
      { level: info, client: '203.0.113.1', count: 5 },
      { level: info, client: '203.0.113.2', count: 3 },
    ]);
    vi.advanceTimersByTime(60_000);
    expect(refusals()).toHaveLength(2);
    await reject('203.0.113.1', 2);
    await close();
    expect(refusals().slice(2)).toMatchObject([{ client: '203.0.113.1', count: 2 }]);
    expect(requestLines()).toEqual([]);
  });

  it('are counted together beyond 1,000 clients', async () => {
    const { reject } = await rejecting();
    for (let number = 0; number < 1020; number++) await reject(`10.0.${number >> 8}.${number & 255}`);
    vi.advanceTimersByTime(60_000);
    expect(refusals()).toHaveLength(1001);
    expect(refusals().at(-1)).toMatchObject({ client: 'others', count: 20 });
  });

  it('include the user when one is signed in', async () => {
    const { call, db } = await logged({ RATE_LIMITS: 'on' });
    const token = await makeToken(db);
    const { body } = await call('GET /api/auth', { token });
    const many = Array.from({ length: 620 }, () => call('GET /api/auth', { token }));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    await stop();
    const count = statuses.filter((status) => status === 429).length;
    expect(count).toBeGreaterThan(0);
    expect(refusals()).toMatchObject([{ user: body._id, count }]);
    expect(requestLines().every(({ status }) => status !== 429)).toBe(true);
  });
});

describe('a request of a trace', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const span = '00f067aa0ba902b7';

  it.each([
    ['is logged with its ids', `00-${trace}-${span}-01`, { trace_id: trace, span_id: span }],
    ['of a later version too', `cc-${trace}-${span}-01-later`, { trace_id: trace, span_id: span }],
    ['not when it is no traceparent', `00-${trace}-${span}-01"} {`, {}],
    ['not when an id is zero', `00-${'0'.repeat(32)}-${span}-01`, {}],
    ['not when the version is invalid', `ff-${trace}-${span}-01`, {}],
  ])('%s', async (_what, traceparent, ids) => {
    const { call } = await logged();
    await call('GET /api/articles', { headers: { traceparent } });
    await untilLogged(1);
    const [{ trace_id, span_id } = {}] = requestLines();
    expect({ ...(trace_id !== undefined && { trace_id, span_id }) }).toEqual(ids);
  });
});

describe('a client that goes away', () => {
  const head = 'HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{';
  const form = head.replace('application/json', 'application/x-www-form-urlencoded');

  it.each([
    ['in the middle of a call', `POST /api/contact ${head}`],
    ['in the middle of a form', `POST /contact ${form}`],
  ])('%s is a line at debug level, without a stack', async (_when, begun) => {
    for (const LOG_LEVEL of ['info', 'debug']) {
      const { url } = await logged({ LOG_LEVEL });
      const { socket } = rawConnection(url);
      await once(socket, 'connect');
      await new Promise<void>((resolve) => socket.write(begun, () => resolve()));
      // Handled after the request above has arrived.
      expect((await server?.call('GET /livez'))?.status).toBe(200);
      socket.resetAndDestroy();
      const gone = () => lines().filter(({ msg }) => msg === 'client went away');
      if (LOG_LEVEL === 'debug') {
        await expect.poll(gone).toMatchObject([{ level: debug, method: 'POST', aborted: true }]);
      }
      await stop();
      expect(
        lines().filter((line) => Number(line.level) >= info && !isGreeting(line) && !isPause(line)),
      ).toEqual([]);
      expect(written.join('')).not.toMatch(/stack|\bat .*:\d+:\d+/);
    }
  });
});
