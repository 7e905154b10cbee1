import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../../shared/pages.ts';
import { entityTag, type Prepared, sendPrepared } from '../http/prepared.ts';
import type { VisitCounter } from '../visits/visit-counter.ts';
import type { PageCache } from './page-cache.ts';
import type { Renderer } from './render.ts';
import type { SiteSettings } from './site-settings.ts';

export interface PageParts {
  pages: PageCache;
  renderer: Renderer;
  siteSettings: SiteSettings;
}

/**
 * A page, cached or made now; after a change only when what `load` reads differs. `key` distinguishes pages of one path;
 * it must come from a fixed set, never from input.
 */
export async function cachedPage(
  parts: PageParts,
  path: string,
  load: () => Promise<Page>,
  key = path,
): Promise<Prepared> {
  return (
    parts.pages.fresh(key) ??
    (await parts.pages.get(key, async () => {
      const page = await load();
      const content = parts.siteSettings.current;
      const stamp = entityTag(JSON.stringify([page, content]));
      return { stamp, make: () => parts.renderer.page(page, path, content) };
    }))
  );
}

/** One cached page for all unknown addresses. */
export const notFoundPage = (parts: PageParts): Promise<Prepared> =>
  cachedPage(parts, '/404', async () => ({ kind: 'not-found' }));

interface CachedPage {
  path: string;
  load: () => Promise<Page>;
  /** As in `cachedPage`. */
  key?: string;
  /** Whether its readers are counted. */
  counted?: boolean;
}

/** Sends a page that depends only on its address; from then on `answerCachedPages` sends it from the cache. */
export async function sendCachedPage(
  parts: PageParts & { visits: VisitCounter },
  request: FastifyRequest,
  reply: FastifyReply,
  { path, load, key = path, counted = false }: CachedPage,
): Promise<FastifyReply> {
  const body = await cachedPage(parts, path, load, key);
  if (counted) parts.visits.read(request, path);
  const pattern = request.routeOptions.url;
  if (request.url === path && key === path && pattern) parts.pages.addRoute(path, { pattern, counted });
  return sendPage(parts, request, reply, body);
}

export function sendPage(
  { renderer }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Prepared,
): FastifyReply {
  return sendPrepared(request, reply.headers(headersOfPage(renderer)), page);
}

export const headersOfPage = ({ pagePolicy }: Pick<Renderer, 'pagePolicy'>): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy,
  'cache-control': 'no-cache',
  'speculation-rules': '"/speculation-rules.json"',
});
