import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgres } from '../../scripts/lib/postgres.mjs';
import { makeData, ready, unprivilegedUser } from '../../scripts/lib/postgres-server.mjs';
import { freePort } from '../../test/free-port.ts';
import type { Stage } from './stage.ts';

type Settings = Record<string, string | number>;

/** A PostgreSQL with its own data that can be killed, and started again. */
export class Postgres {
  readonly port: number;
  readonly url: string;
  readonly #folder: string;
  #settings: Settings;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, settings: Settings) {
    this.#folder = folder;
    this.port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.#settings = settings;
  }

  /** A new one. Commits wait for the log as by default; only a power cut is left out (fsync). */
  static async start(stage: Stage, settings: Settings = {}): Promise<Postgres> {
    const port = freePort();
    const folder = ownFolder(stage, port);
    await makeData(bin(), folder, { cwd: folder, ...unprivilegedUser() });
    return Postgres.#run(stage, folder, port, settings);
  }

  /** A copy of this one that follows it through `port`, by default directly. */
  async startStandby(stage: Stage, port = this.port): Promise<Postgres> {
    const standbyPort = freePort();
    const folder = ownFolder(stage, standbyPort);
    const args = `-h 127.0.0.1 -p ${port} -U postgres -D data -R -X stream -c fast`.split(' ');
    // Not spawnSync: `port` may be of a proxy in this process.
    const copy = spawn(join(bin(), 'pg_basebackup'), args, {
      cwd: folder,
      ...unprivilegedUser(),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(copy, 'exit');
    if (code !== 0) throw new Error(`pg_basebackup failed with ${code}`);
    return Postgres.#run(stage, folder, standbyPort, {});
  }

  static async #run(stage: Stage, folder: string, port: number, settings: Settings): Promise<Postgres> {
    const server = new Postgres(folder, port, settings);
    stage.onClose(() => server.kill());
    await server.start();
    return server;
  }

  /** Its address by way of a proxy. */
  through(port: number): string {
    const url = new URL(this.url);
    url.port = String(port);
    return url.href;
  }

  async start(): Promise<void> {
    const settings: Settings = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 100,
      hot_standby: 'on',
      log_min_messages: 'log',
      ...this.#settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#child = spawn(join(bin(), 'postgres'), ['-D', 'data', ...args], {
      cwd: this.#folder,
      ...unprivilegedUser(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(this.#child);
  }

  /** Kills every process of it at once, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    // Stopped first, so that it can't start more children.
    child.kill('SIGSTOP');
    for (const pid of childrenOf(child.pid)) killOne(pid);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
}

function bin(): string {
  const found = postgres.find();
  if (!found) throw new Error('PostgreSQL is not installed');
  return found;
}

function ownFolder(stage: Stage, port: number): string {
  const folder = join(stage.folder, `postgres-${port}`);
  mkdirSync(folder, { recursive: true });
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** From /proc, so on Linux only. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The name in parentheses may hold blanks.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
