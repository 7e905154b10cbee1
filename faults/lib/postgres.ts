import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgres } from '../../scripts/lib/postgres.mjs';
import { makeData, ready, serverArguments, unprivilegedUser } from '../../scripts/lib/postgres-server.mjs';
import { freePort } from '../../test/free-port.ts';
import type { Stage } from './stage.ts';

/** Commits wait for the log as by default; only a power cut is left out (fsync). */
const durable = { synchronous_commit: 'on', full_page_writes: 'on' };

/** A PostgreSQL with its own data that can be killed, and started again. */
export class Postgres {
  readonly port = freePort();
  readonly url = `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  readonly #folder: string;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;

  private constructor(stage: Stage, settings: Record<string, string>) {
    this.#folder = join(stage.folder, `postgres-${this.port}`);
    this.#settings = settings;
    mkdirSync(this.#folder, { recursive: true });
    const user = unprivilegedUser();
    if (user) chownSync(this.#folder, user.uid, user.gid);
  }

  static async start(stage: Stage, settings: Record<string, string> = {}): Promise<Postgres> {
    const server = new Postgres(stage, settings);
    await makeData(bin(), server.#folder, server.#options);
    await server.start();
    return server;
  }

  /** A copy of this one that follows it through `port`, by default directly. */
  async startStandby(stage: Stage, port = this.port): Promise<Postgres> {
    const standby = new Postgres(stage, {});
    const args = `-h 127.0.0.1 -p ${port} -U postgres -D data -R -X stream -c fast`.split(' ');
    // Not spawnSync: `port` may be of a proxy in this process.
    const copy = spawn(join(bin(), 'pg_basebackup'), args, {
      ...standby.#options,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(copy, 'exit');
    if (code !== 0) throw new Error(`pg_basebackup failed with ${code}`);
    await standby.start();
    return standby;
  }

  get #options() {
    return { cwd: this.#folder, ...unprivilegedUser() };
  }

  /** Its address by way of a proxy. */
  through(port: number): string {
    const url = new URL(this.url);
    url.port = String(port);
    return url.href;
  }

  async start(): Promise<void> {
    const args = serverArguments(this.port, { ...durable, ...this.#settings });
    this.#child = spawn(join(bin(), 'postgres'), args, {
      ...this.#options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(this.#child);
  }

  /** Kills every process of it at once, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
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

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** From /proc, so on Linux only. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
