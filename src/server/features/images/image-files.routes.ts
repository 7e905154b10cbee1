/**
 * Sends images to anyone who has the address; a kind for members only needs a route of its own, as an
 * `<img>` sends no token.
 */

import type { FastifyInstance } from 'fastify';
import { idPattern } from '../../../shared/fields.ts';
import { publicFiles } from '../../../shared/images/images.ts';
import { contentTypeOf } from '../../platform/images/content-type.ts';
import { sendNotFound } from '../../platform/pages/page-errors.ts';
import type { Parts } from '../../platform/parts.ts';
import { KnownImages } from './known-images.ts';
import { handleStoreErrors } from './store-errors.ts';

const names = new Set(publicFiles);

/** No path comes from the URL, only an id and a known name. In a scope of its own for its error handler. */
export function imageFilesRoutes(app: FastifyInstance, parts: Parts): void {
  const known = new KnownImages(parts.db);
  handleStoreErrors(app);
  app.get<{ Params: { id: string; name: string } }>('/images/:id/:name', async (request, reply) => {
    const { id, name } = request.params;
    const isAddress = idPattern.test(id) && names.has(name);
    if (!isAddress || !(await known.hasFile(id, name))) return sendNotFound(parts, request, reply);
    const file = await parts.images.get(id, name);
    if (!file) {
      known.forget(id);
      return sendNotFound(parts, request, reply);
    }
    reply.headers({
      'content-type': contentTypeOf(name),
      'content-length': file.size,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return reply.send(file.stream);
  });
}
