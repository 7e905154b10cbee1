import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { second } from '../../../shared/time.ts';
import { Histogram } from './histogram.ts';
import type { Metrics } from './metrics.ts';

/** Seconds, as OpenTelemetry advises for http.server.request.duration. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts a response by method, route pattern and status; `ms` from its request to its end, or to its hand-over to Node. */
export type ObserveResponse = (method: string, route: string, status: number, ms: number) => void;

export function responseDurations(metrics: Metrics): ObserveResponse {
  const durations = new Histogram(bounds);
  metrics.add(
    'histogram',
    'http_server_request_duration_seconds',
    'Time to a complete response by route, of a cached page to its hand-over; live feeds left out.',
    () => durations.samples(),
  );
  return (method, route, status, ms) =>
    durations.observe(`${method} ${route} ${status}`, ms / second, () => ({
      http_request_method: method,
      http_route: route,
      http_response_status_code: String(status),
    }));
}

/** Call it before routes are registered. */
export function measureResponses(app: FastifyInstance, observe: ObserveResponse): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isStream(reply)) {
      const method = knownMethods.has(request.method) ? request.method : '_OTHER';
      observe(method, routeOf(request), reply.statusCode, reply.elapsedTime);
    }
    done();
  });
}

/** Live feeds last for hours, which is no fault. */
const isStream = (reply: FastifyReply) => reply.getHeader('content-type') === 'text/event-stream';

/** Never the address, which may hold input. */
const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => url ?? 'unknown';
