import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorItem } from '../../shared/errors.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { isReferenceGone } from '../db/reference-gone.ts';
import { Fault, unavailable } from './faults.ts';

/** Answers every fault of the API in the one documented shape; what is unknown is logged and told to nobody. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((fault, request, reply) => sendFault(reply, toFault(fault, request)));
}

export function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
  if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter);
  const body: ErrorBody = { errors: fault.errors, msg: fault.message };
  return reply.code(fault.status).send(body);
}

/** What the caller is told about anything thrown; what nobody expected is logged. */
export function toFault(fault: unknown, request: FastifyRequest): Fault {
  if (fault instanceof Fault) return fault;
  if (isDatabaseAway(fault)) {
    request.log.error({ err: fault }, 'database away');
    return unavailable();
  }
  // Such as the account of whoever asks, deleted between the look at the token and the writing.
  if (isReferenceGone(fault)) return new Fault(404, [wordsFor(404)]);
  const status = fault instanceof Error && 'statusCode' in fault ? fault.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Fault(status, [wordsFor(status)]);
  request.log.error({ err: fault }, 'unexpected fault');
  return new Fault(500, [{ msg: 'Server error' }]);
}

/** The framework's own faults (unreadable body, too large, wrong type) in our words: theirs may echo the input. */
function wordsFor(status: number): ErrorItem {
  if (status === 404) return { msg: 'Not found' };
  if (status === 413) return { msg: 'The request is too large' };
  if (status === 415) return { msg: 'This content type is not supported' };
  return { msg: 'The request could not be read' };
}
