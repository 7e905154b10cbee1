import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A problem that the user can fix: printed without a stack. */
export class Problem extends Error {}

/** Aborts the remaining work after a signal. */
class Stopped extends Error {}

/**
 * Options of `run` in addition to those of spawn.
 * @typedef {import('node:child_process').SpawnOptions & {
 *   quiet?: boolean, stdin?: 'ignore' | 'inherit', stopWith?: NodeJS.Signals
 * }} RunOptions
 */

/** @type {Map<import('node:child_process').ChildProcess, NodeJS.Signals | undefined>} */
const running = new Map();
/** @type {Set<NodeJS.Signals>} */
const received = new Set();

/**
 * Runs a command's work, stops its children with it, and sets the exit code.
 * @param {() => Promise<number>} work
 * @param {NodeJS.Signals[]} signals
 */
export async function main(work, signals = ['SIGINT', 'SIGTERM']) {
  for (const signal of signals) process.on(signal, () => forward(signal));
  watchNpm();
  try {
    process.exitCode = await work();
  } catch (error) {
    const [signal] = received;
    if (!signal && !(error instanceof Problem)) throw error;
    console.error(error instanceof Problem && !signal ? `\n${error.message}` : '\nStopped.');
    process.exitCode = signal ? signalCode(signal) : 1;
  }
}

// A terminal signals the whole process group and npm repeats it: forward it to each child only once.
/** @param {NodeJS.Signals} signal */
function forward(signal) {
  if (received.has(signal)) return;
  received.add(signal);
  for (const [child, stopWith] of running) child.kill(stopWith ?? signal);
}

// npm ended by SIGTERM also ends its shell, which does not pass the signal on: this process would go on and hold the
// port. A change of parent is the only sign.
function watchNpm() {
  const { ppid } = process;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== ppid && forward('SIGTERM'), 500).unref();
}

/**
 * The exit code that a shell reports for a signal.
 * @param {NodeJS.Signals | null} signal
 */
function signalCode(signal) {
  return 128 + (signal ? constants.signals[signal] : 0);
}

export function throwIfStopped() {
  if (received.size > 0) throw new Stopped();
}

/**
 * Runs a program without a shell. `quiet` captures and returns its output instead of printing it. Signals to this
 * process are forwarded, or `stopWith` instead.
 * @returns {Promise<{ code: number, output: string }>} 128 + number where a signal ended it
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} options
 */
export function run(program, args, options = {}) {
  throwIfStopped();
  const { env = {}, quiet = false, stdin = 'ignore', stopWith, ...rest } = options;
  const sink = quiet ? 'pipe' : 'inherit';
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = [stdin, sink, sink];
  /** @type {import('node:child_process').ChildProcess} */
  const child = spawn(program, args, { cwd: root, stdio, ...rest, env: { ...process.env, ...env } });
  running.set(child, stopWith);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Problem(`Could not run ${program}: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code: code ?? signalCode(signal), output }));
  }).finally(() => running.delete(child));
}

/**
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  // A file or a program that reads the output gets what it asked for, and no progress.
  const { isTTY } = process.stdout;
  const out = isTTY ? process.stdout : process.stderr;
  out.write(`${title} `);
  const began = performance.now();
  // On a terminal the seconds run: half a minute without a sign looks like a fault.
  const ticking = setInterval(() => {
    if (isTTY) out.write(`\r${title} ${seconds(performance.now() - began)} `);
  }, 1000);
  try {
    const result = await work();
    clearInterval(ticking);
    if (isTTY) out.write(`\r${title} `);
    out.write(`${seconds(performance.now() - began)}\n`);
    return result;
  } catch (error) {
    out.write('\n');
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

/**
 * Like `run`, for a step whose output matters only on failure.
 * @param {string} program
 * @param {string[]} args
 * @param {string} whatFailed
 * @param {RunOptions} [options]
 */
export async function runQuietly(program, args, whatFailed, options) {
  const { code, output } = await run(program, args, { ...options, quiet: true });
  throwIfStopped();
  if (code !== 0) throw new Problem(`${output.trim()}\n\n${whatFailed}`);
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
