import type { FastifyInstance } from 'fastify';
import { type Block, watchLoop } from '../src/server/platform/http/loop-watch.ts';

const blocks: Block[] = [];

/** Fails a test whose request blocks the event loop for 100 ms of CPU time (wall time varies on busy machines). */
export function failOnBlocks(app: FastifyInstance): void {
  const clock = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  watchLoop(app, { limit: 100, interval: 5, clock, report: (block) => blocks.push(block) });
}

/** For tests that also do heavy work of other processes in this one. Call it in `afterEach`. */
export function ignoreBlocks(): void {
  blocks.length = 0;
}

/** Call between the requests of a test to see which one blocked. */
export function expectNoBlocks(): void {
  const lines = blocks.splice(0).map(({ ms, routes }) => `${ms} ms: ${routes.join(', ')}`);
  if (lines.length > 0) throw new Error(`Requests blocked the event loop\n${lines.join('\n')}`);
}
