import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { clientAddress } from './rate-limits.ts';

const process = randomBytes(6).toString('base64url');
let count = 0;

/**
 * The id of a request in the log and in the answer: what a proxy has given it, else one of ours. What a client
 * sends must not be able to forge lines or fill the disk, hence the form.
 */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
  return `${process}-${(++count).toString(36)}`;
}

/**
 * Logs one line for each request of every route that is registered from here on: calls of the API and whatever changes
 * something at info, pages and files that are read at debug. Requests past a limit are counted instead. The route's
 * pattern stands for the address and no header is written, so that neither tokens nor what people type can get into
 * the log.
 */
export function logRequests(app: FastifyInstance, { debug }: { debug: boolean }): void {
  const countRefusal = refusalLog(app);
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const isPage = !route.url.startsWith('/api/') && methods.every(isRead);
    // Without a line to write, pages and files are spared the hook.
    if (isPage && !debug) return;
    const level = isPage ? 'debug' : 'info';
    const log: onRequestHookHandler = (request, reply, done) => {
      // Unlike the framework's onResponse, this comes when the client has gone away, too.
      reply.raw.once('close', () => {
        if (reply.statusCode === 429) countRefusal(request);
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
  // An answer to a closed connection counts as finished, too.
  const aborted = raw.aborted || !reply.raw.writableFinished;
  // Nothing happened: a change that arrived whole may have been made.
  const withoutEffect = aborted && (isRead(method) || !raw.complete);
  request.log[withoutEffect ? 'debug' : level](
    {
      method,
      route: request.routeOptions.url,
      // Until then it says 200, whatever comes.
      ...(reply.raw.headersSent && { status: reply.statusCode }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(actor && { user: actor.id }),
      ...(aborted && { aborted }),
    },
    withoutEffect ? 'client went away' : 'request',
  );
}

const minute = 60_000;
/** Bounds memory and lines; the clients beyond are counted together. */
const maxClients = 1000;

/** Returns what counts a refused request (429). One line a minute for each client says how many there were. */
function refusalLog(app: FastifyInstance): (request: FastifyRequest) => void {
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
