import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page, ShownTestimonial } from '../../shared/pages.ts';
import type { Database } from '../db/database.ts';
import { type Prepared, sendPrepared } from '../http/prepared.ts';
import type { Parts } from '../parts.ts';
import { listTestimonials } from '../testimonials/testimonials.service.ts';
import { markdownToHtml } from '../text/markdown.ts';

/** Every public page. What does not depend on the request comes from the page cache. */
export function pagesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  const page = (path: string, load: () => Promise<Page>) =>
    app.get(path, async (request, reply) =>
      sendPage(parts, request, reply, await cachedPage(parts, path, load)),
    );

  page('/', async () => ({ kind: 'landing', testimonials: await shownTestimonials(db) }));
  page('/login', async () => ({ kind: 'login' }));
  page('/reset-password', async () => ({ kind: 'reset-password' }));
  page('/reset-password/new', async () => ({ kind: 'set-password' }));
  page('/setup', async () => ({ kind: 'setup' }));
  page('/privacy-and-gdpr-policy', async () => ({ kind: 'privacy' }));
}

/** The carousel turns for a minute and a half at most; whoever wants more reads them in the list of the API. */
const mostTestimonials = 24;

async function shownTestimonials(db: Database): Promise<ShownTestimonial[]> {
  const { rows } = await listTestimonials(db, 'carousel', { limit: mostTestimonials });
  const shown: ShownTestimonial[] = [];
  for (const { testimonial, ...rest } of rows) {
    shown.push({ ...rest, html: markdownToHtml(testimonial) });
    // Together they can be a fifth of a second of work: in between it is the turn of others.
    await setImmediate();
  }
  return shown;
}

/**
 * The rendered page of a path that exists, from the cache or made now. `key` tells apart the pages of one path; it
 * must come from a set that is known and not from what somebody asks for.
 */
export async function cachedPage(
  parts: Parts,
  path: string,
  load: () => Promise<Page>,
  key = path,
): Promise<Prepared> {
  return (
    parts.pages.fresh(key) ??
    (await parts.pages.get(key, async () => parts.renderer.page(await load(), path)))
  );
}

/** One rendered page serves all addresses that are not there. */
export const notFoundPage = (parts: Parts): Promise<Prepared> =>
  cachedPage(parts, '/404', async () => ({ kind: 'not-found' }));

export function sendPage(
  { renderer }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Prepared,
): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': renderer.pagePolicy,
    'cache-control': 'no-cache',
    'speculation-rules': '"/speculation-rules.json"',
  });
  return sendPrepared(request, reply, page);
}
