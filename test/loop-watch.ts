import { PerformanceObserver } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { type Block, watchLoop } from '../src/server/platform/http/loop-watch.ts';

interface Span {
  from: number;
  to: number;
}

const limit = 100;
const blocks: (Block & Span)[] = [];

/** All test files of a worker share one heap, so a full collection may take longer than any request may. */
const collections: Span[] = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    collections.push({ from: startTime, to: startTime + duration });
  }
}).observe({ entryTypes: ['gc'] });

/** Fails a test whose request blocks the event loop for 100 ms of CPU time (wall time varies on busy machines). */
export function failOnBlocks(app: FastifyInstance): void {
  const turn: Span = { from: 0, to: 0 };
  const clock = () => {
    turn.from = turn.to;
    turn.to = performance.now();
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  watchLoop(app, { limit, interval: 5, clock, report: (block) => blocks.push({ ...block, ...turn }) });
}

/** For tests that also do heavy work of other processes in this one. Call it in `afterEach`. */
export function ignoreBlocks(): void {
  blocks.length = 0;
}

/** Call between the requests of a test to see which one blocked. */
export async function expectNoBlocks(): Promise<void> {
  // Node reports a collection in a later turn of the loop.
  if (blocks.length > 0) await new Promise(setImmediate);
  const lines = blocks
    .splice(0)
    .map((block) => ({ ...block, ms: block.ms - collecting(block) }))
    .filter(({ ms }) => ms > limit)
    .map(({ ms, routes }) => `${Math.round(ms)} ms: ${routes.join(', ')}`);
  collections.length = 0;
  if (lines.length > 0) throw new Error(`Requests blocked the event loop\n${lines.join('\n')}`);
}

/** Milliseconds of garbage collection in a turn of the loop. */
function collecting(turn: Span): number {
  return collections
    .map(({ from, to }) => Math.min(to, turn.to) - Math.max(from, turn.from))
    .filter((ms) => ms > 0)
    .reduce((sum, ms) => sum + ms, 0);
}
