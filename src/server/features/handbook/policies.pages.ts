import type { FastifyInstance } from 'fastify';
import { idPattern } from '../../../shared/fields.ts';
import type { Page } from '../../../shared/pages.ts';
import { slugPattern } from '../../../shared/text-rules.ts';
import { notFound } from '../../platform/http-error.ts';
import { Moved } from '../../platform/pages/page-errors.ts';
import { sendCachedPage } from '../../platform/pages/send-page.ts';
import type { Parts } from '../../platform/parts.ts';
import { sendDocument } from '../documents/documents.service.ts';
import { demandPublicFile } from './files.service.ts';
import { listPolicies, readPolicy } from './policies.service.ts';

/** Public pages of the handbook; what only members may read is not found. */
export function policiesPages(site: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  site.get('/policies', (request, reply) => {
    const load = async (): Promise<Page> => ({
      kind: 'policies',
      policies: await listPolicies(db),
    });
    return sendCachedPage(parts, request, reply, { path: '/policies', load });
  });
  site.get<{ Params: { slug: string } }>('/policies/:slug', (request, reply) => {
    const { slug } = request.params;
    if (!slugPattern.test(slug)) throw notFound('Page');
    const load = async (): Promise<Page> => {
      const policy = await readPolicy(db, slug);
      if (policy.slug !== slug) throw new Moved(`/policies/${policy.slug}`);
      return { kind: 'policy', policy };
    };
    return sendCachedPage(parts, request, reply, { path: `/policies/${slug}`, load });
  });
  site.get<{ Params: { id: string } }>('/policies/files/:id', async (request, reply) => {
    const { id } = request.params;
    if (!idPattern.test(id)) throw notFound('Page');
    await demandPublicFile(parts.db, id);
    return sendDocument(parts, reply, id);
  });
}
