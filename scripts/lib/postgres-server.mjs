import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Problem, root, runQuietly, throwIfStopped } from './process.mjs';

/**
 * Starts an empty PostgreSQL on 127.0.0.1 that never waits for the disk.
 * @param {string} bin the folder of its programs
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} stop() also removes its data
 */
export function startPostgres(bin) {
  return start(bin, (folder, options) => makeData(bin, folder, options));
}

/**
 * Starts PostgreSQL on data in a folder that stays; the folder is made if it is missing.
 * @param {string} bin the folder of its programs
 * @param {string} folder that another user may enter, if this one is root
 * @param {Record<string, string>} settings in addition to those of startPostgres
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export function startPostgresIn(bin, folder, settings) {
  return start(bin, (made, options) => makeData(bin, made, options), { folder, settings });
}

/**
 * @param {string} bin
 * @param {(folder: string, options: { cwd: string, uid?: number, gid?: number }) => Promise<unknown>} fill makes folder/data
 * @param {{ folder: string, settings: Record<string, string> }} [lasting]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
async function start(bin, fill, lasting) {
  const user = unprivilegedUser();
  // Root's TMPDIR may be closed to other users.
  const folder = lasting?.folder ?? mkdtempSync(join(user ? '/tmp' : tmpdir(), 'test-postgres-'));
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, ...user };
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  const stop = async () => {
    // SIGQUIT skips the checkpoint, for data that are thrown away.
    await quit(server, lasting ? 'SIGINT' : 'SIGQUIT');
    if (!lasting) rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (user) chownSync(folder, user.uid, user.gid);
    if (!existsSync(join(folder, 'data'))) await fill(folder, options);
    const port = await freePort();
    server = spawn(join(bin, 'postgres'), serverArguments(port, lasting?.settings), {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(server);
    throwIfStopped();
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Makes folder/data: a copy of what initdb made once for these programs, which takes a fifth of its time.
 * @param {string} bin
 * @param {string} folder
 * @param {{ cwd: string, uid?: number, gid?: number }} options
 */
export async function makeData(bin, folder, options) {
  const initdb = join(bin, 'initdb');
  const version = spawnSync(initdb, ['--version'], { encoding: 'utf8' }).stdout;
  const key = createHash('sha256')
    .update(JSON.stringify([bin, version, initdbArguments]))
    .digest('hex');
  const template = join(root, 'build', 'postgres', key.slice(0, 16));
  const data = join(folder, 'data');
  if (existsSync(template)) {
    cpSync(template, data, { recursive: true });
    const { uid, gid } = options;
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
    if (uid !== undefined && gid !== undefined)
      for (const name of ['', ...names]) chownSync(join(data, name), uid, gid);
    // PostgreSQL refuses a folder that others can read.
    chmodSync(data, 0o700);
    return;
  }
  await runQuietly(initdb, initdbArguments, 'initdb failed.', options);
  // Renamed when whole: a copy that was cut short, or another run's, must not pass for it.
  mkdirSync(dirname(template), { recursive: true });
  const copy = mkdtempSync(`${template}-`);
  cpSync(data, copy, { recursive: true });
  if (existsSync(template)) rmSync(copy, { recursive: true });
  else renameSync(copy, template);
}

const initdbArguments = [
  '--pgdata=data',
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  // C.UTF-8 gives the same sort order on every machine; macOS lacks it.
  `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
  '--no-sync',
];

/**
 * @param {number} port
 * @param {Record<string, string>} [others]
 */
export function serverArguments(port, others) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // Socket paths are limited to about 100 characters, which a temporary folder can exceed.
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '256MB',
    // Tests provoke errors by the hundred; log only the server's own messages.
    log_min_messages: 'log',
    ...others,
  };
  return ['-D', 'data', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** PostgreSQL refuses to run as root; returns another user in the terms of spawn. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Problem('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Below 32768: the system hands out higher ports for outgoing connections. */
async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    if (await isFree(port)) return port;
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<void>} */
export function ready(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    server.on('error', reject);
    server.on('exit', () => reject(new Problem(`${log.trim()}\n\nPostgreSQL did not start.`)));
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      log = `${log}${text}`.slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess | undefined} server
 * @param {NodeJS.Signals} signal
 * @returns {Promise<unknown> | undefined}
 */
function quit(server, signal) {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
  return new Promise((resolve) => {
    server.on('exit', resolve);
    server.kill(signal);
  });
}
