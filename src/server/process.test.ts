import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, engine } from '../../test/database.ts';
import { articleBody } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { patience } from '../../test/patience.ts';
import { type ServerProcess, startProcess } from '../../test/process.ts';
import { call } from '../../test/server.ts';

const admin = { email: 'admin@example.com', password: 'a password for tests' };

let dataDir: string;
let databaseUrl: string | undefined;
const started: ServerProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerage-process-'));
  databaseUrl = engine === 'postgres' ? await createDatabase(`process_${crypto.randomUUID()}`) : undefined;
});

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  if (databaseUrl) await dropDatabase(new URL(databaseUrl).pathname.slice(1));
  await rm(dataDir, { recursive: true, force: true });
});

function start(settings: Record<string, string | undefined> = {}): ServerProcess {
  const server = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...settings,
  });
  started.push(server);
  // A test that expects the start to fail looks at `ended`.
  server.ready.catch(() => {});
  return server;
}

const signIn = async (url: string): Promise<string> =>
  (await call(url, 'POST /api/auth', { body: admin })).body.token;

// Tests that concern one engine or none run once.
const onSqlite = engine === 'sqlite';

if (onSqlite)
  it('keeps its words to a person out of a log that goes to a file', async () => {
    const log = join(dataDir, 'server.log');
    const file = await open(log, 'w');
    const port = freePort();
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      SAMPLE_CONTENT: 'on',
    };
    const child = spawn(process.execPath, ['build/server/main.js'], {
      stdio: ['ignore', file.fd, 'pipe'],
      env,
    });
    try {
      if (!child.stderr) throw new Error('It has no standard error');
      const words = text(child.stderr);
      await vi.waitFor(
        async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
        patience,
      );
      await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('"started"'), patience);
      child.kill('SIGTERM');
      expect(await words).toMatch(/http:\/\/.*\n\n {2}Sample admin: admin@example.com {2}password: \S+\n/);
      const lines = (await readFile(log, 'utf8')).trim().split('\n');
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
      expect(lines.join()).not.toContain('SMTP_URL');
    } finally {
      child.kill('SIGKILL');
      await file.close();
    }
  });

/** Expects a failed start: one sentence, no stack trace, exit code 1. */
async function expectRejected(server: ServerProcess, sentence: RegExp): Promise<void> {
  const { code, output } = await server.ended;
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/\n\s+at /);
  expect(output.trim().split('\n').length).toBeLessThan(16);
  expect(code).toBe(1);
}

if (onSqlite)
  describe('a start', () => {
    it('names every fault of the settings at once', async () => {
      await expectRejected(
        start({
          NODE_ENV: 'production',
          PORT: 'eighty',
          RATE_LIMITS: 'off',
          SAMPLE_CONTENT: 'on',
          SMTP_URL: 'x',
        }),
        /PORT: [\s\S]*BASE_URL: [\s\S]*BROKERAGE_LICENSE: [\s\S]*RATE_LIMITS: [\s\S]*SAMPLE_CONTENT: /,
      );
    });

    it('says that the port is in use, and lets go of what it had opened', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      await expectRejected(start({ PORT: String(port) }), new RegExp(`Port ${port} is in use`));
      other.close();
      await start().ready;
    });

    it('says that there is no such address to listen on', async () => {
      await expectRejected(start({ HOST: '192.0.2.1' }), /no address 192\.0\.2\.1/);
    });

    it('says when the data folder is none', async () => {
      const file = join(dataDir, 'file');
      await writeFile(file, '');
      await expectRejected(
        start({ DATA_DIR: join(file, 'data'), DATABASE_URL: undefined }),
        /data folder .* cannot be written/,
      );
    });

    it('does not begin anew where images say that there was a site', async () => {
      await mkdir(join(dataDir, 'images', 'one'), { recursive: true });
      await expectRejected(
        start({ DATABASE_URL: undefined }),
        /has images but no database: .*brokerage\.db is gone/,
      );
      expect(existsSync(join(dataDir, 'brokerage.db'))).toBe(false);
    });

    it('says when the database is damaged, and does not touch it', async () => {
      const file = join(dataDir, 'brokerage.db');
      const damaged = 'this is not a database, and it is long enough to be taken for one'.repeat(20);
      await writeFile(file, damaged);
      await expectRejected(start({ DATABASE_URL: undefined }), /damaged or not a database/);
      expect(await readFile(file, 'utf8')).toBe(damaged);
    });

    it.each([
      [
        'cannot be reached',
        'postgres://somebody:secret@127.0.0.1:1/x',
        /PostgreSQL at 127\.0\.0\.1:1 cannot be reached/,
      ],
      [
        'is at no known host',
        'postgres://somebody:secret@no.such.host.invalid/x',
        /no\.such\.host\.invalid cannot be reached/,
      ],
      ['is no address', 'postgres://somebody:s#cret@host/x', /DATABASE_URL: /],
    ])('says when PostgreSQL %s, without the password', async (_what, url, sentence) => {
      const server = start({ DATABASE_URL: url });
      await expectRejected(server, sentence);
      expect(server.output()).not.toMatch(/secret|s#cret/);
    });
  });

if (!onSqlite)
  describe('a start on PostgreSQL', () => {
    it('says when the database does not exist', async () => {
      const url = new URL(databaseUrl ?? '');
      url.pathname = '/absent_database';
      await expectRejected(start({ DATABASE_URL: url.href }), /has no database "absent_database"/);
    });

    it('may happen twice at once on an empty database: it is migrated once, and both serve', async () => {
      const [first, second] = [start(), start()];
      await Promise.all([first.ready, second.ready]);
      const token = await signIn(first.url);
      expect((await call(second.url, 'GET /api/auth', { token })).status).toBe(200);
    });

    it('shows what another process changes: at once there, and soon here, where the page is cached', async () => {
      const [here, there] = [start(), start()];
      await Promise.all([here.ready, there.ready]);
      const token = await signIn(there.url);
      const article = articleBody({ title: 'Before' });
      const { body } = await call(there.url, 'POST /api/articles', { token, body: article });
      const path = `/articles/${body.slug}`;
      const page = async ({ url }: ServerProcess) => (await call(url, `GET ${path}`)).body;
      const list = async ({ url }: ServerProcess) => (await call(url, 'GET /api/articles')).body;
      await vi.waitFor(async () => expect(await page(here)).toContain('<h1 class="article-title'), patience);
      expect(await list(here)).toMatchObject([{ title: 'Before' }]);

      await call(there.url, `PATCH /api/articles/${body._id}`, { token, body: { title: 'Afterwards' } });
      expect(await page(there)).toContain('Afterwards');
      expect(await list(there)).toMatchObject([{ title: 'Afterwards' }]);
      // Polled once a second (docs/security.md S11.5: within two); page and list may each be remade for another reason.
      await vi.waitFor(async () => expect(await page(here)).toContain('Afterwards'), patience);
      await vi.waitFor(
        async () => expect(await list(here)).toMatchObject([{ title: 'Afterwards' }]),
        patience,
      );
    });
  });

if (onSqlite)
  describe('a second process on the same data folder', () => {
    it('is rejected while the first one runs, which serves on', async () => {
      const first = start();
      await first.ready;
      const token = await signIn(first.url);
      await expectRejected(start(), /data folder .* is in use by another process/);
      expect((await call(first.url, 'GET /api/auth', { token })).status).toBe(200);
    });
  });

describe('SIGTERM', () => {
  it('lets a request in flight finish, ends idle connections, and exits with 0 however often it comes', async () => {
    const server = start();
    await server.ready;
    const agent = new Agent({ keepAlive: true });
    const idle = request(`${server.url}/livez`, { agent }).end();
    const [idleAnswer] = await once(idle, 'response');
    await text(idleAnswer);
    const idleEnded = once(idle.socket ?? agent, 'close');

    // In flight: the head has arrived, the body has not.
    const body = JSON.stringify(admin);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const inFlight = request(`${server.url}/api/auth`, { method: 'POST', headers, agent: new Agent() });
    inFlight.write(body.slice(0, 10));
    await once(inFlight, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'));
    // Served after the head above was read, as connections are read in turn.
    await fetch(`${server.url}/livez`, { headers: { connection: 'close' } });

    const begun = performance.now();
    server.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    await idleEnded;
    server.child.kill('SIGINT');
    inFlight.end(body.slice(10));
    const [answer] = await once(inFlight, 'response');
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await text(answer)).token).toBeTypeOf('string');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

if (onSqlite)
  describe('a stop', () => {
    it('is announced: for the drain time it serves on, and says that it is not ready', async () => {
      const server = start({ DRAIN_SECONDS: '2' });
      await server.ready;
      server.child.kill('SIGTERM');
      await vi.waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 503, patience);
      expect((await fetch(`${server.url}/readyz?exclude=database`)).status).toBe(503);
      const answer = await fetch(`${server.url}/api/articles`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('connection')).toBe('close');
      expect((await server.ended).code).toBe(0);
    });

    it('comes to an end even when a request never ends', async () => {
      const server = start();
      await server.ready;
      const stuck = request(`${server.url}/api/auth`, { method: 'POST', headers: { 'content-length': 100 } });
      stuck.on('error', () => {});
      stuck.write('{');
      await once(stuck, 'socket');
      await fetch(`${server.url}/livez`, { headers: { connection: 'close' } });
      const begun = performance.now();
      server.child.kill('SIGTERM');
      await server.ended;
      expect(performance.now() - begun).toBeLessThan(30_000);
    });
  });

if (onSqlite)
  describe('METRICS_PORT', () => {
    it('opens a port of its own for the metrics, on this machine alone, that closes with the server', async () => {
      const port = freePort();
      const server = start({ METRICS_PORT: String(port) });
      await server.ready;
      const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(await metrics.text()).toContain('nodejs_eventloop_delay_seconds{quantile="p99"}');
      const second = start({ METRICS_PORT: String(port), DATA_DIR: join(dataDir, 'second') });
      await second.ready;
      expect(second.output()).toContain(
        `degraded: METRICS_PORT: Metrics cannot be served on 127.0.0.1:${port} (EADDRINUSE)`,
      );
      server.child.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
      await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
    });
  });

if (onSqlite)
  describe('the log', () => {
    it('has a line for each call with its id, and never a token, a password or an address of a person', async () => {
      const server = start();
      await server.ready;
      const token = await signIn(server.url);
      const headers = { 'x-auth-token': token, 'x-request-id': 'given-by-a-proxy' };
      const known = await fetch(`${server.url}/api/auth?email=${admin.email}`, { headers });
      expect(known.headers.get('x-request-id')).toBe('given-by-a-proxy');
      const forged = await fetch(`${server.url}/api/articles`, {
        headers: { 'x-request-id': 'x"} {"level":60' },
      });
      expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
      await fetch(`${server.url}/articles`);
      await fetch(`${server.url}/api/auth`, { headers: { 'x-auth-token': `${token}x` } });
      server.child.kill('SIGTERM');
      const { output } = await server.ended;

      const lines = output.split('\n').filter((line) => line.startsWith('{'));
      const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
      expect(calls.map(({ method, route, status }) => [method, route, status])).toEqual([
        ['POST', '/api/auth', 200],
        ['GET', '/api/auth', 200],
        ['GET', '/api/articles', 200],
        ['GET', '/api/auth', 401],
      ]);
      expect(calls[1]).toMatchObject({ reqId: 'given-by-a-proxy', level: 30, ms: expect.any(Number) });
      expect(calls[2].reqId).toBe(forged.headers.get('x-request-id'));
      for (const secret of [token, admin.password, 'x-auth-token']) expect(output).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(admin.email);
    });

    it('has internal errors under the id in the response, which says nothing else of them', async () => {
      const server = start();
      await server.ready;
      const database = new BetterSqlite(join(dataDir, 'brokerage.db'));
      database.exec('alter table testimonials rename to elsewhere');
      database.close();
      const { status, body, headers } = await call(
        server.url,
        'GET /api/testimonials/01890000-0000-7000-8000-000000000000',
      );
      expect(status).toBe(500);
      expect(body).toEqual({ errors: [{ msg: 'Server error' }], msg: 'Server error' });
      server.child.kill('SIGTERM');
      const { output } = await server.ended;
      const line = output.split('\n').find((text) => text.includes('unexpected fault')) ?? '{}';
      expect(JSON.parse(line)).toMatchObject({
        level: 50,
        reqId: headers.get('x-request-id'),
        err: { message: expect.stringContaining('no such table') },
      });
    });

    it('has pages at debug only', async () => {
      const server = start({ LOG_LEVEL: 'debug' });
      await server.ready;
      await fetch(`${server.url}/articles`);
      server.child.kill('SIGTERM');
      const { output } = await server.ended;
      expect(output).toMatch(/"level":20[^\n]*"route":"\/articles","status":200/);
    });
  });
