import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorItem } from '../../../shared/errors.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { isReferenceGone } from '../db/reference-gone.ts';
import { HttpError, unavailable } from '../http-error.ts';

/** Sends every API error in the documented shape; unknown errors are logged and not disclosed. */
export function handleApiErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(reply, toHttpError(error, request)));
}

export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  const body: ErrorBody = { errors: error.errors, msg: error.message, ...error.details };
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  return reply.code(error.status).send(body);
}

/** The HTTP error for anything thrown; logs unexpected errors. */
export function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  // Checked before the database, whose lost connections have the same codes. No one reads this response.
  if (isClientGone(error, request)) return new HttpError(400, [errorItemOf(400)]);
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'database away');
    return unavailable();
  }
  // For example the caller's account, deleted after authentication.
  if (isReferenceGone(error)) return new HttpError(404, [errorItemOf(404)]);
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpError(status, [errorItemOf(status)]);
  request.log.error({ err: error }, 'unexpected fault');
  return new HttpError(500, [{ msg: 'Server error' }]);
}

const clientGone = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/;

const isClientGone = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && clientGone.test(String(error.code));

/** Logs an error that aborts a response whose headers are already sent. */
export function logStreamError(error: Error, request: FastifyRequest): void {
  if (!isClientGone(error, request)) request.log.error({ err: error }, 'response aborted');
}

/** Own messages for the framework's errors, as theirs may echo the input. */
function errorItemOf(status: number): ErrorItem {
  if (status === 404) return { msg: 'Not found' };
  if (status === 413) return { msg: 'The request is too large' };
  if (status === 415) return { msg: 'This content type is not supported' };
  return { msg: 'The request could not be read' };
}
