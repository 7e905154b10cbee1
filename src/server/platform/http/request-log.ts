import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

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
 * One line for each answered request of a scope. The route's pattern stands for the address and no header is
 * written, so that neither tokens nor what people type can get into the log.
 */
export function logRequests(scope: FastifyInstance, level: 'info' | 'debug'): void {
  scope.addHook('onResponse', async (request, reply) => {
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
