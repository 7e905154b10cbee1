import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { processSettings, serverOptions } from '../scripts/lib/process-settings.mjs';
import type { FloorOrder } from './floor.ts';

export interface BenchServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the product on a data folder; `readyAfter` is its time to start, in milliseconds. */
export async function startProduct(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<BenchServer & { readyAfter: number }> {
  const port = 10_000 + Math.floor(Math.random() * 10_000);
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
      SAMPLE_CONTENT: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  await untilReady(url, child);
  return { url, pid: pidOf(child), readyAfter: performance.now() - begun, stop: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
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
  return { url: `http://127.0.0.1:${port}/`, pid: pidOf(child), stop: () => stop(child) };
}

const madeByNode = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

async function rawAnswer(url: string, headers: Record<string, string>) {
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br', ...headers } }), 'response');
  const chunks: Buffer[] = await response.toArray();
  return { headers: persistentHeaders(response.headers), body: Buffer.concat(chunks).toString('base64') };
}

const persistentHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !madeByNode.has(name)));

/** Resident memory of a process in megabytes; undefined without /proc. */
export const residentMegabytes = (pid: number) => megabytesOf(pid, /VmRSS:\s+(\d+)/);

/** The most it has had. */
export const peakMegabytes = (pid: number) => megabytesOf(pid, /VmHWM:\s+(\d+)/);

function megabytesOf(pid: number, line: RegExp): number | undefined {
  try {
    const kilobytes = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

export function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process did not start');
  return child.pid;
}

/** Works for a process that has ended by itself, too. */
export async function stop(child: ChildProcess, kill = () => child.kill()): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  kill();
  await ended;
}
