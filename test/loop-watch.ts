import type { FastifyInstance } from 'fastify';
import { type Block, watchLoop } from '../src/server/platform/http/loop-watch.ts';

const blocks: Block[] = [];

/**
 * Fails the test that makes a request which keeps the event loop to itself for more than 100 ms. What counts is the
 * processor's time of this thread, not the clock's: on a busy machine everything waits. What tests do themselves
 * between two requests does not count.
 */
export function failOnBlocks(app: FastifyInstance): void {
  const clock = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  watchLoop(app, { limit: 100, interval: 5, clock, report: (block) => blocks.push(block) });
}

/** To be called between the requests of one test, so that the failure tells which of them it was. */
export function expectNoBlocks(): void {
  const lines = blocks.splice(0).map(({ ms, routes }) => `${ms} ms: ${routes.join(', ')}`);
  if (lines.length > 0) throw new Error(`Requests blocked the event loop\n${lines.join('\n')}`);
}
