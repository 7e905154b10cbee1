import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { Problem, root, run, runQuietly, step, throwIfStopped } from './process.mjs';

const packages = join(root, 'node_modules');
const record = join(packages, '.package-lock.json');
const ourNode = join(packages, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Installs what package-lock.json asks for, unless it is there already. */
export async function ensureInstalled() {
  if (packagesMatchLockfile() && existsSync(node24())) return;
  const title = existsSync(record) ? 'Updating packages…' : 'Installing packages (first start only)…';
  await step(title, install);
}

/** The Node every child runs on: the pinned one, or the caller's own where that one could not be installed. */
export function node24() {
  if (existsSync(ourNode)) return ourNode;
  const isRecent = Number.parseInt(process.versions.node, 10) >= 24;
  return isRecent && existsSync(process.execPath) ? process.execPath : ourNode;
}

/**
 * A tool of node_modules (e.g. 'vite/bin/vite.js') as [program, arguments], to be run on Node 24.
 * @param {string} script
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function tool(script, ...args) {
  return [node24(), [join(packages, script), ...args]];
}

// npm records in node_modules what it installed. Comparing that, rather than a mark of our own, also accepts
// an `npm ci` run by hand. Optional packages are those of other platforms.
function packagesMatchLockfile() {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(record);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

// Only the package `node` may run its install script. npm before 11 ignores `allowScripts`, and would start
// node-gyp for better-sqlite3, which fails where Python or make is missing. Hence no scripts, then that one.
// The build needs the development packages even where NODE_ENV is production. On Ctrl+C npm would first finish
// unpacking; it is killed instead, as the next `npm ci` starts from nothing anyway.
async function install() {
  const whatFailed = 'npm could not install the packages. Mend what it says above, then try again.';
  const npmCi = npm('ci', '--ignore-scripts', '--include=dev', '--loglevel=error');
  await runQuietly(...npmCi, whatFailed, { stopWith: 'SIGKILL' });
  const { output } = await run(...npm('rebuild', 'node'), { quiet: true, stopWith: 'SIGKILL' });
  throwIfStopped();
  // A binary made for another C library (Alpine) would stand in the way of the caller's own Node 24.
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
 * npm as [program, arguments]: its script where found, as on Windows `npm` is a batch file, which only a shell starts.
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

// Once installed, npm runs these scripts on the very Node that `npm ci` is about to delete.
function callersNode() {
  if (!process.execPath.startsWith(packages)) return process.execPath;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.startsWith(packages));
  const candidates = folders.map((folder) => join(folder, basename(ourNode)));
  return candidates.find((path) => existsSync(path)) ?? process.execPath;
}
