import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
  onRequestHookHandler,
} from 'fastify';
import { minute } from '../../../shared/time.ts';
import { clientAddress } from './client-address.ts';

const process = randomBytes(6).toString('base64url');
let count = 0;

/** A proxy's request id if well-formed: clients must not forge lines or fill the disk. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
  return `${process}-${(++count).toString(36)}`;
}

/** PostgreSQL adds the values of a row that it refuses to its errors. */
export const withoutRows = { paths: ['err.detail', 'err.where'], remove: true };

/** Adds the ids of a well-formed W3C traceparent to every line of its request, named as OpenTelemetry does. */
export const withTrace: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  request,
) => {
  const given = request.headers.traceparent;
  const found = typeof given === 'string' ? traceparent.exec(given) : null;
  if (!found) return logger.child(bindings, options);
  return logger.child({ ...bindings, trace_id: found[1], span_id: found[2] }, options);
};

/** Ids of zeros are invalid. Versions after 00 may have further fields. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/;

/**
 * Logs routes registered from here on: API calls and changes at info, pages and files at debug, 429s as counts. Lines
 * hold the route pattern and no headers, so that no token or user input enters the log.
 */
export function logRequests(app: FastifyInstance, { debug }: { debug: boolean }): void {
  const countRejection = rejectionLog(app);
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const isPage = !route.url.startsWith('/api/') && methods.every(isRead);
    // Skip the hook when no line would be written.
    if (isPage && !debug) return;
    const level = isPage ? 'debug' : 'info';
    const log: onRequestHookHandler = (request, reply, done) => {
      // Unlike onResponse, this fires when the client disconnects, too.
      reply.raw.once('close', () => {
        if (reply.statusCode === 429) countRejection(request);
        else logRequest(request, reply, level);
      });
      done();
    };
    route.onRequest = [log, ...[route.onRequest ?? []].flat()];
  });
  if (!debug) return;
  app.addHook('onResponse', async (request, reply) => {
    if (request.is404) logRequest(request, reply, 'debug');
  });
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

function logRequest(request: FastifyRequest, reply: FastifyReply, level: 'info' | 'debug'): void {
  const { method, raw, actor } = request;
  // A response to a closed connection counts as finished, too.
  const aborted = raw.aborted || !reply.raw.writableFinished;
  // A change that arrived in full may have been made.
  const withoutEffect = aborted && (isRead(method) || !raw.complete);
  request.log[withoutEffect ? 'debug' : level](
    {
      method,
      route: request.routeOptions.url,
      // Before that the status is always 200.
      ...(reply.raw.headersSent && { status: reply.statusCode }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(actor && { user: actor.id }),
      ...(aborted && { aborted }),
    },
    withoutEffect ? 'client went away' : 'request',
  );
}

/** Bounds memory and lines; further clients are counted together. */
const maxClients = 1000;

function rejectionLog(app: FastifyInstance): (request: FastifyRequest) => void {
  const counts = new Map<string, { client: object; count: number }>();
  const flush = () => {
    for (const { client, count } of counts.values()) app.log.info({ ...client, count }, 'too many requests');
    counts.clear();
  };
  const timer = setInterval(flush, minute).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    flush();
  });
  return (request) => {
    const { actor } = request;
    const address = clientAddress(request);
    let key = actor ? `user ${actor.id}` : address;
    let client: object = actor ? { user: actor.id } : { client: address };
    if (!counts.has(key) && counts.size >= maxClients) [key, client] = ['others', { client: 'others' }];
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { client, count: 1 });
  };
}
