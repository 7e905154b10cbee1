import type { FastifyInstance } from 'fastify';
import { idPattern } from '../../../shared/fields.ts';
import { type ImageKind, imageFiles } from '../../../shared/images.ts';
import { contentTypeOf } from '../../platform/images/content-type.ts';
import { sendNotFound } from '../../platform/pages/page-errors.ts';
import type { Parts } from '../../platform/parts.ts';
import { handleStoreErrors } from './store-errors.ts';

const kinds: ImageKind[] = ['portrait', 'cover'];
const names = new Set(kinds.flatMap(imageFiles));

/**
 * Serves the files of images, at addresses whose bytes never change. An address is an id and one of the known names:
 * nothing else of it ever becomes a path. In a scope of its own, for its faults.
 */
export function imageFilesRoutes(app: FastifyInstance, parts: Parts): void {
  handleStoreErrors(app);
  app.get<{ Params: { id: string; name: string } }>('/images/:id/:name', async (request, reply) => {
    const { id, name } = request.params;
    const isAddress = idPattern.test(id) && names.has(name);
    const file = isAddress ? await parts.images.get(id, name) : undefined;
    if (!file) return sendNotFound(parts, request, reply);
    reply.headers({
      'content-type': contentTypeOf(name),
      'content-length': file.size,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return reply.send(file.stream);
  });
}
