import type { FastifyInstance, FastifyReply } from 'fastify';
import { testimonialsContract } from '../../shared/testimonials.contract.ts';
import { apiRoutes } from '../http/api-routes.ts';
import { expectedVersion, sendVersion } from '../http/versions.ts';
import type { Parts } from '../parts.ts';
import {
  createTestimonial,
  deleteTestimonial,
  getTestimonial,
  listTestimonials,
  updateTestimonial,
  type VersionedTestimonial,
} from './testimonials.service.ts';

export function testimonialsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content, pages } = parts;
  apiRoutes(app, parts, testimonialsContract, {
    'GET /api/testimonials': () =>
      pages.get('/api/testimonials', async () => JSON.stringify(await listTestimonials(db))),
    'GET /api/testimonials/:id': async ({ params, reply }) =>
      answer(reply, await getTestimonial(db, params.id)),
    'POST /api/testimonials': async ({ body, actor, reply }) => {
      const created = await createTestimonial(db, actor, body);
      await content.refresh();
      return answer(reply, created);
    },
    'PATCH /api/testimonials/:id': async ({ params, body, actor, request, reply }) => {
      const updated = await updateTestimonial(db, actor, params.id, body, expectedVersion(request));
      await content.refresh();
      return answer(reply, updated);
    },
    'DELETE /api/testimonials/:id': async ({ params, actor }) => {
      await deleteTestimonial(db, actor, params.id);
      await content.refresh();
      return { msg: 'Testimonial deleted' };
    },
  });
}

function answer(reply: FastifyReply, { testimonial, version }: VersionedTestimonial) {
  sendVersion(reply, version);
  return testimonial;
}
