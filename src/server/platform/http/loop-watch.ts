import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Block {
  ms: number;
  routes: string[];
}

interface Options {
  limit: number;
  interval: number;
  clock: () => number;
  report: (block: Block) => void;
}

/** Reports blocks of the event loop during requests: between two clock readings lies at most one turn of the loop. */
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

  /** Stops when no request is active, so that an idle server does not wake up. */
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
    // Also fires when the client disconnects.
    reply.raw.once('close', () => {
      active.delete(reply);
      // A stream or a slow download: no one has looked since its head was sent.
      if (!timer) return;
      ended.push(routeOf(request));
      look();
    });
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Logs blocks of more than 200 ms with the routes that may be the cause. */
export function logBlocks(app: FastifyInstance): void {
  const report = (block: Block) => app.log.warn(block, 'event loop blocked');
  watchLoop(app, { limit: 200, interval: 20, clock: () => performance.now(), report });
}

/** Streams excluded: they stay open for hours after their headers. */
function* unanswered(active: Map<FastifyReply, string>): Generator<string, void> {
  for (const [reply, route] of active) if (!reply.raw.headersSent) yield route;
}

/** The route pattern, as the URL may hold user input. */
const routeOf = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? 'unknown path'}`;
