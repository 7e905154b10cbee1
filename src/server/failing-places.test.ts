import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase, dropDatabase, engine, patientWaits } from '../../test/database.ts';
import { freePort } from '../../test/free-port.ts';
import { type ServerProcess, startProcess } from '../../test/process.ts';
import { call } from '../../test/server.ts';
import { day } from '../shared/time.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { fromNow } from './platform/db/ids.ts';

const admin = { email: 'admin@example.com', password: 'a password for tests' };
/** Root may use every folder: servers here run as someone else. */
const user = process.getuid?.() === 0 ? 65_534 : undefined;

let folder: string;
let backups: string;
let databaseUrl: string | undefined;
const started: ServerProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-places-'));
  backups = join(folder, 'backups');
  await mkdir(join(folder, 'data'));
  await mkdir(backups);
  await give(folder);
  databaseUrl = engine === 'postgres' ? await createDatabase(`places_${crypto.randomUUID()}`) : undefined;
});

afterEach(async () => {
  for (const server of started.splice(0)) await end(server);
  spawnSync('umount', [backups]);
  if (databaseUrl) await dropDatabase(new URL(databaseUrl).pathname.slice(1));
  await rm(folder, { recursive: true, force: true });
});

/** To the user of the servers, with all that is in it. */
async function give(path: string): Promise<void> {
  if (!user) return;
  await chown(path, user, user);
  const names = await readdir(path, { recursive: true }).catch(() => []);
  for (const name of names) await chown(join(path, name), user, user);
}

const settings = () => ({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: databaseUrl,
  BACKUP_DIR: backups,
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});

function start(given: Record<string, string> = {}): ServerProcess {
  const server = startProcess({ ...settings(), ...given }, 'build/server/main.js', user);
  started.push(server);
  server.ready.catch(() => {});
  return server;
}

async function end(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  await server.ended;
}

/** Runs the doctor as the server's user, while the server runs. */
async function doctor(server: ServerProcess): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, ['build/server/command.js', 'doctor'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: new URL(server.url).port, ...settings() },
    ...(user && { uid: user, gid: user }),
  });
  const [output, faults, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect(faults).not.toMatch(/\n\s+at /);
  return { output, code };
}

const system = async (server: ServerProcess) => {
  const { token } = (await call(server.url, 'POST /api/auth', { body: admin })).body;
  return (await call(server.url, 'GET /api/system', { token })).body;
};

async function invite(server: ServerProcess): Promise<string> {
  const { token } = (await call(server.url, 'POST /api/auth', { body: admin })).body;
  const email = 'leaves@example.com';
  const body = { name: 'Leaves', email, admin: false };
  expect((await call(server.url, 'POST /api/users', { token, body })).status).toBe(200);
  return email;
}

async function erase(server: ServerProcess, email: string): Promise<void> {
  const { token } = (await call(server.url, 'POST /api/auth', { body: admin })).body;
  const erased = await call(server.url, 'POST /api/personal-data/erasure', { token, body: { email } });
  expect(erased.status).toBe(200);
}

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;

async function mountReadOnly(): Promise<void> {
  expect(mount('--bind', backups, backups) && mount('-o', 'remount,bind,ro', backups)).toBe(true);
}

const list = () => join(backups, 'erased.ndjson');

// The database has no part in these.
if (engine === 'sqlite')
  describe('a place that cannot be used', () => {
    it.each<readonly [string, () => Promise<void>, RegExp]>([
      [
        'is a file',
        async () => {
          await rm(backups, { recursive: true });
          await writeFile(backups, '');
        },
        /is a file/,
      ],
      [
        "is root's alone",
        async () => {
          if (user) await chown(backups, 0, 0);
          await chmod(backups, user ? 0o700 : 0);
        },
        /may not use .* \(EACCES\)/,
      ],
      [
        'has a list of erasures that cannot be read',
        async () => {
          await chmod(list(), user ? 0o600 : 0);
          if (user) await chown(list(), 0, 0);
        },
        /may not use .*erased\.ndjson \(EACCES\)/,
      ],
      [
        'has a list of erasures that is damaged',
        async () => {
          await writeFile(list(), 'not a line of ours\n');
        },
        /line 1 is no erasure/,
      ],
      ['is mounted read-only', mountReadOnly, /mounted read-only \(EROFS\)/],
    ])(
      'a BACKUP_DIR that %s: the site is up, and everyone who looks is told',
      async (_what, breakIt, words) => {
        const first = start();
        await first.ready;
        await erase(first, await invite(first));
        await end(first);
        await breakIt();

        const metricsPort = freePort();
        const server = start({ METRICS_PORT: String(metricsPort) });
        await server.ready;
        expect((await call(server.url, 'GET /')).status).toBe(200);
        expect((await system(server)).faults).toMatchObject([{ says: expect.stringMatching(words) }]);
        expect(server.output()).toMatch(/degraded: /);
        const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        expect(metrics).toMatch(/^brokerage_setting_usable\{setting=".*\b(BACKUP_DIR|erased\.ndjson)"\} 0$/m);
        expect(metrics).toMatch(/^brokerage_disk_free_bytes\{setting="DATA_DIR"\} \d+$/m);
        const found = await doctor(server);
        expect(found.output).toMatch(new RegExp(`^fault .*${words.source}`, 'm'));
        expect(found.code).toBe(1);
        // The erasure is answered, and is in the list next to the database.
        await erase(server, await invite(server));
        const lines = (await readFile(join(folder, 'data/erased.ndjson'), 'utf8')).trim().split('\n');
        expect(lines).toHaveLength(4);
      },
    );

    it('a DATA_DIR that cannot be used ends the start with one sentence', async () => {
      if (user) await chown(join(folder, 'data'), 0, 0);
      await chmod(join(folder, 'data'), user ? 0o700 : 0);
      const { output, code } = await start().ended;
      expect(output).toMatch(/EACCES|cannot be written/);
      expect(output).not.toMatch(/\n\s+at /);
      expect(code).toBe(1);
    });

    it('a metrics port that is taken costs the metrics alone', async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      onTestFinished(() => void taken.close());
      const address = taken.address();
      const server = start({ METRICS_PORT: String(typeof address === 'object' && address?.port) });
      await server.ready;
      expect((await system(server)).faults).toMatchObject([{ setting: 'METRICS_PORT' }]);
    });
  });

it('a data folder put back from a copy does not start while a list of erasures cannot be read, and then erases again', async () => {
  const copy = join(folder, 'copy');
  const first = start();
  await first.ready;
  const email = await invite(first);
  await end(first);
  await cp(join(folder, 'data'), copy, { recursive: true, preserveTimestamps: true });
  const second = start();
  await second.ready;
  await erase(second, email);
  await end(second);

  // As a tool that keeps owner and times does; PostgreSQL's database is put back as old as its last use says.
  await rm(join(folder, 'data'), { recursive: true });
  await cp(copy, join(folder, 'data'), { recursive: true, preserveTimestamps: true });
  await give(join(folder, 'data'));
  if (databaseUrl) await agePostgres(databaseUrl);
  await chmod(list(), 0);
  if (user) await chown(list(), 0, 0);
  const refused = await start().ended;
  expect(refused.output).toMatch(/erased\.ndjson cannot be (read|used)[\s\S]*put back from a copy/);
  expect(refused.output).not.toMatch(/\n\s+at /);
  expect(refused.code).toBe(1);

  await chmod(list(), 0o600);
  await give(list());
  const server = start();
  await server.ready;
  const { token } = (await call(server.url, 'POST /api/auth', { body: admin })).body;
  const users = (await call(server.url, 'GET /api/users', { token })).body;
  expect(JSON.stringify(users)).toContain(admin.email);
  expect(JSON.stringify(users)).not.toContain(email);
});

async function agePostgres(url: string): Promise<void> {
  const db = openDatabase({ ...readConfig({ DATABASE_URL: url }), waits: patientWaits });
  await db
    .updateTable('jobs')
    .set({ started_at: fromNow(-day) })
    .execute();
  await db.destroy();
}
