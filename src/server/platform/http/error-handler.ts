import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorItem } from '../../../shared/errors.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { isReferenceGone } from '../db/reference-gone.ts';
import { HttpError, unavailable } from '../http-error.ts';

/** Answers every fault of the API in the one documented shape; what is unknown is logged and told to nobody. */
export function handleApiErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(reply, toHttpError(error, request)));
}

export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  const body: ErrorBody = { errors: error.errors, msg: error.message };
  // In place of a file that was announced.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  return reply.code(error.status).send(body);
}

/** What the caller is told about anything thrown; what nobody expected is logged. */
export function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  // Before the database: the connection of a client breaks with the same codes. Nobody reads this answer.
  if (isClientGone(error, request)) return new HttpError(400, [wordsFor(400)]);
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'database away');
    return unavailable();
  }
  // Such as the account of whoever asks, deleted between the look at the token and the writing.
  if (isReferenceGone(error)) return new HttpError(404, [wordsFor(404)]);
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpError(status, [wordsFor(status)]);
  request.log.error({ err: error }, 'unexpected fault');
  return new HttpError(500, [{ msg: 'Server error' }]);
}

const clientGone = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/;

/** True when an error only says that the client has closed its connection; the request's line in the log tells. */
const isClientGone = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && clientGone.test(String(error.code));

/** Logs an error that ends an answer half-way, when its headers are sent already. */
export function logStreamError(error: Error, request: FastifyRequest): void {
  if (!isClientGone(error, request)) request.log.error({ err: error }, 'answer broken off');
}

/** The framework's own faults (unreadable body, too large, wrong type) in our words: theirs may echo the input. */
function wordsFor(status: number): ErrorItem {
  if (status === 404) return { msg: 'Not found' };
  if (status === 413) return { msg: 'The request is too large' };
  if (status === 415) return { msg: 'This content type is not supported' };
  return { msg: 'The request could not be read' };
}
