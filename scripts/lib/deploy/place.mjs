import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../process.mjs';
import { onPath } from '../tools.mjs';

export const host = 'www.example.com';
export const admin = { email: 'admin@example.com', password: 'walnut tea kettle' };
export const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));

/** @type {import('node:child_process').ChildProcess[]} */
export const children = [];

/** @param {string} name */
export const program = (name) => ({
  setting: `${name.toUpperCase()}_PATH`,
  find: () => process.env[`${name.toUpperCase()}_PATH`] ?? onPath(name) ?? inSbin(name),
  debianPackages: [name],
  howToInstall: `This needs ${name}; on Debian: sudo apt-get install ${name}`,
});

/** @param {string} name */
const inSbin = (name) => (existsSync(`/usr/sbin/${name}`) ? `/usr/sbin/${name}` : undefined);

/** @param {string} what @param {unknown} found @param {unknown} wanted */
export function expect(what, found, wanted) {
  if (found !== wanted) throw new Problem(`${what}: ${found} instead of ${wanted}`);
}

/** @param {string} what @param {() => Promise<boolean>} condition */
export async function until(what, condition) {
  const giveUp = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > giveUp) throw new Problem(`Gave up waiting for ${what}`);
    await after(50);
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
export async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill(signal);
  await closed;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
