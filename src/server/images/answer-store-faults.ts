import type { FastifyInstance } from 'fastify';
import { sendFault } from '../http/error-handler.ts';
import { Fault } from '../http/faults.ts';
import { StoreFault } from './store-fault.ts';

/** Says that images are out of reach, in the log with the reason; every other fault goes on to the general handler. */
export function answerStoreFaults(app: FastifyInstance): void {
  app.setErrorHandler(async (fault, request, reply) => {
    if (!(fault instanceof StoreFault)) throw fault;
    request.log.error({ err: fault }, 'image store failed');
    return sendFault(
      reply.header('cache-control', 'no-store'),
      new Fault(503, [{ msg: 'Images cannot be stored or shown right now, please try again later' }], 10),
    );
  });
}
