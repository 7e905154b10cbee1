import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { Problem, root, run, runQuietly, step, throwIfStopped } from './process.mjs';

const packages = join(root, 'node_modules');
const record = join(packages, '.package-lock.json');
const ourNode = join(packages, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

export async function ensureInstalled() {
  if (packagesMatchLockfile() && existsSync(node24())) return;
  const title = existsSync(record) ? 'Updating packages…' : 'Installing packages (first start only)…';
  await step(title, install);
}

/** The Node for every child process: the pinned one, or the caller's where the pinned one can't run. */
export function node24() {
  if (existsSync(ourNode)) return ourNode;
  const isRecent = Number.parseInt(process.versions.node, 10) >= 24;
  return isRecent && existsSync(process.execPath) ? process.execPath : ourNode;
}

/**
 * A tool of node_modules (e.g. 'vite/bin/vite.js') as [program, arguments] on Node 24.
 * @param {string} script
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function tool(script, ...args) {
  return [node24(), [join(packages, script), ...args]];
}

// Compare with npm's own record in node_modules, so that a manual `npm ci` counts too. Optional packages may be for
// other platforms.
function packagesMatchLockfile() {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(record);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

// Only `node` may run its install script. npm before 11 ignores `allowScripts` and would run node-gyp for
// better-sqlite3, which needs Python and make: so disable all scripts, then run that one. The build needs
// devDependencies even when NODE_ENV is production. Kill npm on Ctrl+C rather than wait for it to unpack: the next `npm
// ci` starts afresh.
async function install() {
  const whatFailed = 'npm could not install the packages. Fix what it says above, then try again.';
  const npmCi = npm('ci', '--ignore-scripts', '--include=dev', '--loglevel=error');
  await runQuietly(...npmCi, whatFailed, { stopWith: 'SIGKILL' });
  const { output } = await run(...npm('rebuild', 'node'), { quiet: true, stopWith: 'SIGKILL' });
  throwIfStopped();
  // A binary for another C library (Alpine) would shadow the caller's Node 24.
  if (!canRun(ourNode)) rmSync(ourNode, { force: true });
  if (!canRun(node24())) throw new Problem(`${output.trim()}\n\n${nodeMissing}`);
}

/** @param {string} node */
function canRun(node) {
  return spawnSync(node, ['--version']).status === 0;
}

const nodeMissing =
  'This project runs on Node 24, which the npm package "node" brings, but node_modules/node/bin holds none that\n' +
  'works here. If your npm refuses install scripts, run: npm rebuild node --ignore-scripts=false\n' +
  'Otherwise install Node 24 or newer yourself (https://nodejs.org). Then try again.';

/**
 * npm as [program, arguments]: its script if found, since on Windows `npm` is a batch file that only a shell runs.
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
function npm(...args) {
  const node = callersNode();
  const scripts = [
    process.env.npm_execpath,
    join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(node), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = scripts.find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  return script ? [node, [script, ...args]] : ['npm', args];
}

// npm runs these scripts on the Node in node_modules, which `npm ci` is about to delete.
function callersNode() {
  if (!process.execPath.startsWith(packages)) return process.execPath;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.startsWith(packages));
  const candidates = folders.map((folder) => join(folder, basename(ourNode)));
  return candidates.find((path) => existsSync(path)) ?? process.execPath;
}
