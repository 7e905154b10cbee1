import type { FastifyInstance } from 'fastify';
import { handleStoreErrors } from './store-errors.ts';

/** In a scope of its own: only here a body may be multipart, and nothing else. */
export function acceptUploads(app: FastifyInstance): void {
  handleStoreErrors(app);
  app.removeAllContentTypeParsers();
  // Do not read the body before the sender is authorized.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
}
