import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A time in which the event loop did one piece of work and nobody else was served. */
export interface Block {
  /** Milliseconds of the watch's clock. */
  ms: number;
  /** Method and route of each request that was under way and may have caused it. */
  routes: string[];
}

interface Options {
  /** Milliseconds above which a block is reported. */
  limit: number;
  /** Milliseconds between two looks at the clock while requests are under way. */
  interval: number;
  /** Milliseconds since some moment. */
  clock: () => number;
  report: (block: Block) => void;
}

/**
 * Reports what holds up the event loop while requests are under way. The clock is read when a request begins, when it
 * ends, and by a timer in between: what lies between two readings is at most one turn of the loop.
 */
export function watchLoop(app: FastifyInstance, { limit, interval, clock, report }: Options): void {
  const active = new Map<FastifyReply, string>();
  let ended: string[] = [];
  let last = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = clock();
    const ms = now - last;
    last = now;
    if (ms > limit) {
      const routes = [...new Set([...ended, ...unanswered(active)])];
      if (routes.length > 0) report({ ms: Math.round(ms), routes });
    }
    ended = [];
  }

  /** Stops while nothing is to be watched: an idle server does not wake up. */
  function tick(): void {
    look();
    if (unanswered(active).next().done) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (timer) look();
    else {
      last = clock();
      timer = setInterval(tick, interval).unref();
    }
    active.set(reply, routeOf(request));
    // Comes also when the client has gone away.
    reply.raw.once('close', () => {
      ended.push(routeOf(request));
      active.delete(reply);
      look();
    });
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Logs what holds up everybody else for more than 200 ms, with the routes that may be the cause. */
export function logBlocks(app: FastifyInstance): void {
  const report = (block: Block) => app.log.warn(block, 'event loop blocked');
  watchLoop(app, { limit: 200, interval: 20, clock: () => performance.now(), report });
}

/** Without streams, which stay for hours once they have begun. */
function* unanswered(active: Map<FastifyReply, string>): Generator<string, void> {
  for (const [reply, route] of active) if (!reply.raw.headersSent) yield route;
}

/** The pattern, as the address holds what people type. */
const routeOf = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? 'unknown path'}`;
