import type { FastifyInstance, FastifyRequest } from 'fastify';
import { liveFeedContract } from '../../../shared/posts/live-feed.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { eventsAfter, feedPosition } from './feed-events.service.ts';
import type { LiveFeed } from './live-feed.ts';

export function liveFeedRoutes(app: FastifyInstance, parts: Parts, live: LiveFeed): void {
  // Before the server waits for open responses: a stream never ends by itself.
  app.addHook('preClose', async () => live.stop());

  apiRoutes(app, parts, liveFeedContract, {
    'GET /api/posts/events': async ({ query, actor, request, reply }) => {
      const missed = await eventsAfter(parts.db, query.after ?? (await feedPosition(parts.db)));
      const stream = asksForStream(request) ? live.open(actor, missed) : undefined;
      if (!stream) return missed;
      // Keeps proxies from buffering the response.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      return stream;
    },
  });
}

const asksForStream = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept ?? '').includes('text/event-stream');
