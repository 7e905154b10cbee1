import type { FastifyInstance } from 'fastify';
import { sendError } from '../../platform/http/error-handler.ts';
import { HttpError } from '../../platform/http-error.ts';
import { StoreError } from '../../platform/images/store-error.ts';

/** Logs a store error and responds that images are unavailable; passes other errors on. */
export function handleStoreErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof StoreError)) throw error;
    request.log.error({ err: error }, 'image store failed');
    return sendError(
      reply.header('cache-control', 'no-store'),
      new HttpError(503, [{ msg: 'Images cannot be stored or shown right now, please try again later' }], 10),
    );
  });
}
