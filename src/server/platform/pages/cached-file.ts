import type { FastifyInstance } from 'fastify';
import { sendPrepared } from '../http/prepared.ts';
import type { PageParts } from './send-page.ts';

/** Serves a text made from public content, cached like the pages. */
export function cachedFile(
  site: FastifyInstance,
  parts: Pick<PageParts, 'pages'>,
  path: string,
  contentType: string,
  make: () => Promise<string>,
): void {
  site.get(path, async (request, reply) => {
    const body = parts.pages.fresh(path) ?? (await parts.pages.get(path, make));
    reply.headers({ 'content-type': contentType, 'cache-control': 'no-cache' });
    return sendPrepared(request, reply, body);
  });
}
