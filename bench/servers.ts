import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { processSettings, serverOptions } from '../scripts/lib/process-settings.mjs';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { clockRow } from '../src/server/platform/jobs/clock.ts';
import { minute, second } from '../src/shared/time.ts';
import { freePort } from '../test/free-port.ts';
import { call, made200 } from '../test/server.ts';
import type { Place } from './fill-rows.ts';
import type { FloorOrder } from './floor.ts';

/** A process; `await using` ends it. */
export interface BenchServer extends AsyncDisposable {
  url: string;
  pid: number;
}

/** Starts the product on its data; `readyAfter` is its time to start, in milliseconds. */
export async function startProduct(
  { dataDir, databaseUrl }: Place,
  settings: Record<string, string> = {},
): Promise<BenchServer & { readyAfter: number }> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, [...serverOptions, 'build/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...processSettings,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      SAMPLE_CONTENT: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  await untilReady(url, child);
  return { ...processOf(child, url), readyAfter: performance.now() - begun };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await after(5);
  }
  throw new Error('The server ended before it was ready');
}

/** Raw node:http that repeats the exact response of `url`, after a bare `query` if there is one. */
export async function startFloor(
  url: string,
  headers: Record<string, string>,
  query?: FloorOrder['query'],
): Promise<BenchServer> {
  const order: FloorOrder = { ...(await rawAnswer(url, headers)), query };
  const child = fork(fileURLToPath(new URL('./floor.ts', import.meta.url)));
  child.send(order);
  const [{ port }] = await once(child, 'message');
  return processOf(child, `http://127.0.0.1:${port}/`);
}

const madeByNode = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

async function rawAnswer(url: string, headers: Record<string, string>) {
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br', ...headers } }), 'response');
  const chunks: Buffer[] = await response.toArray();
  const kept = Object.entries<string>(response.headers).filter(([name]) => !madeByNode.has(name));
  return { headers: Object.fromEntries(kept), body: Buffer.concat(chunks).toString('base64') };
}

/** Resident memory of a process in megabytes; NaN without /proc. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export interface Owner {
  email: string;
  password: string;
  token: string;
  /** Lets later sign-ins pass wrong passwords of strangers (docs/security.md S3.5). */
  device: string;
}

/** Signs in the sample content's admin. */
export async function signIn({ url }: BenchServer, dataDir: string): Promise<Owner> {
  const [email = '', password = ''] = readFileSync(join(dataDir, 'sample-admin.txt'), 'utf8').split('\n');
  const body = { email, password, device: '' };
  const { token, device } = made200(await call(url, 'POST /api/auth', { body }), 'The sign-in');
  return { email, password, token, device };
}

/** Jobs of an hour or a day begin within six seconds of the start. */
const jobsBegin = 7 * second;
/** A job that fails is tried again an hour later. */
const maxWait = 10 * minute;

/** Starts the product without its sample content, and waits for the jobs of the start, as the first calls would. */
export async function startFilled(place: Place): Promise<BenchServer> {
  const product = await startProduct(place, { SAMPLE_CONTENT: 'off' });
  await untilJobsEnded(place);
  return product;
}

async function untilJobsEnded(place: Place): Promise<void> {
  const ends = performance.now() + maxWait;
  await using db = openDatabase(place);
  await after(jobsBegin);
  const running = sql`select name from jobs where name <> ${clockRow} and (succeeded_at is null or succeeded_at < started_at)`;
  while (performance.now() < ends && (await running.execute(db)).rows.length > 0) await after(second / 2);
}

function processOf(child: ChildProcess, url: string): BenchServer {
  if (child.pid === undefined) throw new Error('The process did not start');
  return {
    url,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
