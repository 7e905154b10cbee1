import { PerformanceObserver } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { type Block, watchLoop } from '../src/server/platform/http/loop-watch.ts';

interface Span {
  from: number;
  to: number;
}

const limit = 100;

const places = Int32Array.from({ length: 2 ** 20 }, (_, n) => (n * 7919) % 2 ** 20);

/** Waits for memory, as most code does, and makes nothing that is to be collected. */
function readMemory(): number {
  let at = 0;
  let sum = 0;
  for (let n = 0; n < 6_000_000; n++) {
    at = places[at ^ (n & 1023)] ?? 0;
    sum = (sum + at) | 0;
  }
  return sum;
}

/**
 * Takes new memory, as pictures and large answers do: a virtual machine may be slow in only that. Below 32 MB the allocator may
 * return memory that it already has.
 */
const takeMemory = () => Buffer.allocUnsafeSlow(33 * 2 ** 20).fill(1);

/** Sample work, and the CPU milliseconds it took on the quiet machine where the limit was set. */
const works = [
  { work: readMemory, usual: 112 },
  { work: takeMemory, usual: 120 },
];

const blocks: (Block & Span)[] = [];

/** All test files of a worker share one heap, so a full collection may take longer than any request may. */
const collections: Span[] = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    collections.push({ from: startTime, to: startTime + duration });
  }
}).observe({ entryTypes: ['gc'] });

/**
 * Fails a test whose request blocks the event loop for 100 ms of CPU time on a quiet machine. Wall time would vary with
 * other load.
 */
export function failOnBlocks(app: FastifyInstance): void {
  const turn: Span = { from: 0, to: 0 };
  const clock = () => {
    turn.from = turn.to;
    turn.to = performance.now();
    return cpu();
  };
  watchLoop(app, { limit, interval: 5, clock, report: (block) => blocks.push({ ...block, ...turn }) });
}

/** Milliseconds. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A slower machine hides no block that is longer than so many times the limit. */
const maxSlowness = 3;

/**
 * Whether everything takes so many times as long here and now: neighbors, also those of a virtual machine, slow down CPU
 * time, too. The same work took 220 to 1,440 ms within a minute. It is measured until that is seen, as it takes long itself.
 */
function isSlow(wanted: number): boolean {
  if (wanted > maxSlowness) return false;
  return [...works, ...works, ...works].some(({ work, usual }) => {
    const before = cpu();
    work();
    return cpu() - before >= wanted * usual;
  });
}

/** For tests that also do heavy work of other processes in this one. Call it in `afterEach`. */
export function ignoreBlocks(): void {
  blocks.length = 0;
}

/** Call between the requests of a test to see which one blocked. */
export async function expectNoBlocks(): Promise<void> {
  // Node reports a collection in a later turn of the loop.
  if (blocks.length > 0) await new Promise(setImmediate);
  const over = blocks
    .splice(0)
    .map((block) => ({ ...block, ms: block.ms - collecting(block) }))
    .filter(({ ms }) => ms > limit);
  collections.length = 0;
  if (over.length === 0 || isSlow(Math.max(...over.map(({ ms }) => ms)) / limit)) return;
  const lines = over.map(({ ms, routes }) => `${Math.round(ms)} ms: ${routes.join(', ')}`);
  throw new Error(`Requests blocked the event loop\n${lines.join('\n')}`);
}

/** Milliseconds of garbage collection in a turn of the loop. */
function collecting(turn: Span): number {
  return collections
    .map(({ from, to }) => Math.min(to, turn.to) - Math.max(from, turn.from))
    .filter((ms) => ms > 0)
    .reduce((sum, ms) => sum + ms, 0);
}
