/** The fixed public pages. A page without a line here answers 404. */

import type { FastifyInstance } from 'fastify';
import { idPattern } from '../../../shared/fields.ts';
import type { Page } from '../../../shared/pages.ts';
import { currentPolicy, policyAddress, policyVersions } from '../../../shared/privacy/policy-versions.ts';
import type { Database } from '../../platform/db/database.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { notFound } from '../../platform/http-error.ts';
import { cachedPage, sendCachedPage, sendPage } from '../../platform/pages/send-page.ts';
import type { Parts } from '../../platform/parts.ts';
import { policyRows } from '../../tables/data-map.ts';
import { statementPages, statementQuery } from '../statement/statement.pages.ts';
import { getShownTestimonial, listShownTestimonials } from '../testimonials/shown-testimonials.service.ts';

const shownTestimonials = (db: Database) => listShownTestimonials(db, maxTestimonials);

export const loadLanding = async (db: Database): Promise<Page> => ({
  kind: 'landing',
  testimonials: await shownTestimonials(db),
});

/** Pages that do not depend on the request come from the cache. */
export function pagesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  const page = (path: string, load: () => Promise<Page>) =>
    app.get(path, (request, reply) =>
      sendCachedPage(parts, request, reply, { path, load, counted: countedPages.has(path) }),
    );

  const withStatement = statementPages(parts);
  app.get('/', async (request, reply) => {
    const landing = { path: '/', load: () => loadLanding(db), counted: true };
    const query = request.url.includes('?') ? statementQuery(request.query) : '';
    if (!query) return sendCachedPage(parts, request, reply, landing);
    const body = await cachedPage(parts, landing.path, landing.load);
    parts.visits.read(request, '/');
    return sendPage(parts, request, reply, await withStatement(body, query, clientAddress(request)));
  });
  page('/login', async () => ({ kind: 'login' }));
  page('/reset-password', async () => ({ kind: 'reset-password' }));
  page('/reset-password/new', async () => ({ kind: 'set-password' }));
  page('/setup', async () => ({ kind: 'setup' }));
  page('/accessibility', async () => ({ kind: 'accessibility' }));
  for (const version of policyVersions) {
    page(policyAddress(version), async () => ({ kind: 'privacy', version, held: policyRows(version) }));
  }
  page('/testimonials', async () => ({ kind: 'testimonials', testimonials: await shownTestimonials(db) }));
  app.get<{ Params: { id: string } }>('/testimonials/:id', async (request, reply) => {
    const { id } = request.params;
    if (!idPattern.test(id)) throw notFound('Page');
    const path = `/testimonials/${id}`;
    const load = async (): Promise<Page> => ({
      kind: 'testimonial',
      testimonial: await getShownTestimonial(db, id),
    });
    return sendCachedPage(parts, request, reply, { path, load });
  });
}

/** With the landing page, articles and the contact form; not those to sign in with. */
const countedPages = new Set([policyAddress(currentPolicy)]);

/** The carousel runs for a minute and a half at most. */
const maxTestimonials = 24;
