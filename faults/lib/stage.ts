import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.ts';
import { type ServerProcess, startProcess } from '../../test/process.ts';
import { type Patch, patchedBy } from './patch.ts';

export const admin = { email: 'admin@example.com', password: 'a password for tests' };

/** The setting of a fault: a folder, and processes, which `run.ts` ends with the fault's own. */
export class Stage {
  readonly folder: string;
  /** Patches that switch off the protection of this run, if any. */
  readonly patches: Patch[];
  readonly #off: string | undefined;

  constructor(folder: string, off: string | undefined, patches: Patch[]) {
    this.folder = folder;
    this.#off = off;
    this.patches = patches;
  }

  isOff(protection: string): boolean {
    return this.#off === protection;
  }

  /** True in every run but the one with all protections: a control may be shorter. */
  get isControl(): boolean {
    return this.#off !== undefined;
  }

  /** The built server as its own process, or the sources with patches. It is ready when `ready` resolves. */
  async start(
    settings: Record<string, string | undefined>,
    patches: Patch[] = [],
    port?: number,
  ): Promise<ServerProcess> {
    const program = patches.length === 0 ? undefined : 'src/server/main.ts';
    const all = {
      PORT: String(port ?? freePort()),
      DATA_DIR: join(this.folder, 'data'),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...patchedBy(patches),
      ...settings,
    };
    const server = startProcess(all, program);
    server.ready.catch(() => {});
    return server;
  }

  async started(...parameters: Parameters<Stage['start']>): Promise<ServerProcess> {
    const server = await this.start(...parameters);
    await server.ready;
    return server;
  }

  /** A program in the foreground, such as a proxy. */
  async program(command: string, args: string[], isReady: () => Promise<boolean>): Promise<void> {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-10_000);
      });
    while (!(await isReady().catch(() => false))) {
      if (child.exitCode !== null) throw new Error(`${command} ended:\n${output}`);
      await pause(50);
    }
  }

  async file(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, text);
    return path;
  }
}

export async function end({ child, ended }: ServerProcess): Promise<void> {
  // A stopped process takes no other signal.
  child.kill('SIGKILL');
  await ended;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves to the milliseconds that it took, or undefined when it took longer. */
export async function waitFor(
  condition: () => Promise<boolean>,
  milliseconds: number,
): Promise<number | undefined> {
  const begun = performance.now();
  while (!(await condition().catch(() => false))) {
    if (performance.now() - begun > milliseconds) return undefined;
    await pause(20);
  }
  return performance.now() - begun;
}

export const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
