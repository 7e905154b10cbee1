import type { FastifyInstance, FastifyReply } from 'fastify';
import { testimonialsContract } from '../../../shared/testimonials/testimonials.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { decodeCursor, nextLink } from '../../platform/http/cursor.ts';
import { Prepared } from '../../platform/http/prepared.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import type { VersionedTestimonial } from './testimonial-rows.ts';
import {
  createTestimonial,
  deleteTestimonial,
  getTestimonial,
  listStaffTestimonials,
  listTestimonials,
  orderTestimonials,
  updateTestimonial,
  versionsOfTestimonials,
} from './testimonials.service.ts';

export function testimonialsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content, pages } = parts;
  apiRoutes(app, parts, testimonialsContract, {
    'GET /api/testimonials': async ({ query: { order, cursor, limit }, request }) => {
      if (!cursor && !limit) {
        return pages.get(`/api/testimonials ${order}`, async () => ({
          stamp: await versionsOfTestimonials(db, order),
          async make() {
            const { json, next } = await listTestimonials(db, order);
            return { body: json, link: nextLink('/api/testimonials', next) };
          },
        }));
      }
      const part = { limit, after: decodeCursor(cursor), reader: clientAddress(request) };
      const { json, next } = await listTestimonials(db, order, part);
      return new Prepared(json, { link: nextLink(request.url, next) });
    },
    'GET /api/testimonials/all': ({ actor }) => listStaffTestimonials(db, actor),
    'GET /api/testimonials/:id': async ({ params, reply }) =>
      withVersion(reply, await getTestimonial(db, params.id)),
    'POST /api/testimonials': async ({ body, actor, idempotencyKey, request, reply }) => {
      const created = await createTestimonial(parts, actor, body, idempotencyKey);
      await content.changed(request.log);
      return withVersion(reply, created);
    },
    'PATCH /api/testimonials/:id': async ({ params, body, actor, request, reply }) => {
      const updated = await updateTestimonial(parts, actor, params.id, body, expectedVersions(request));
      await content.changed(request.log);
      return withVersion(reply, updated);
    },
    'PUT /api/testimonials/order': async ({ body, actor, request }) => {
      const ordered = await orderTestimonials(parts, actor, body.ids);
      await content.changed(request.log);
      return ordered;
    },
    'DELETE /api/testimonials/:id': async ({ params, actor, request }) => {
      await deleteTestimonial(parts, actor, params.id, expectedVersions(request));
      await content.changed(request.log);
      return { msg: 'Testimonial deleted' };
    },
  });
}

function withVersion(reply: FastifyReply, { testimonial, version }: VersionedTestimonial) {
  sendVersion(reply, version);
  return testimonial;
}
