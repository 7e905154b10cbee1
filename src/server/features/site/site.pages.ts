import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Page, ShownTestimonial } from '../../../shared/pages.ts';
import type { Database } from '../../platform/db/database.ts';
import { cachedPage, sendPage } from '../../platform/pages/send-page.ts';
import type { Parts } from '../../platform/parts.ts';
import { markdownToHtml } from '../../platform/text/markdown.ts';
import { listTestimonials } from '../testimonials/testimonials.service.ts';

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
const maxTestimonials = 24;

async function shownTestimonials(db: Database): Promise<ShownTestimonial[]> {
  const { rows } = await listTestimonials(db, 'carousel', { limit: maxTestimonials });
  const shown: ShownTestimonial[] = [];
  for (const { testimonial, ...rest } of rows) {
    shown.push({ ...rest, html: markdownToHtml(testimonial) });
    // Together they can be a fifth of a second of work: in between it is the turn of others.
    await setImmediate();
  }
  return shown;
}
