/** Rows of testimonials, and what the API shows of them. */

import { imageUrl } from '../../../shared/images/images.ts';
import type { Testimonial, TestimonialOrder } from '../../../shared/testimonials/testimonials.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http-error.ts';
import type { TestimonialRow } from '../../tables/site.ts';

export const columns = [
  'id',
  'name',
  'testimonial',
  'image_id',
  'license',
  'rating',
  'version',
  'created_at',
] as const;

export interface VersionedTestimonial {
  testimonial: Testimonial;
  version: number;
}

export type ReadRow = Pick<TestimonialRow, (typeof columns)[number]>;

export function inOrder(db: Database, order: TestimonialOrder) {
  const query = db.selectFrom('testimonials');
  const ordered = order === 'carousel' ? query.orderBy('testimonials.position') : query;
  return ordered.orderBy('testimonials.created_at', 'desc').orderBy('testimonials.id', 'desc');
}

export function requireTestimonial(row: ReadRow | undefined): VersionedTestimonial {
  if (!row) throw notFound('Testimonial');
  return { testimonial: toTestimonial(row), version: row.version };
}

export function toTestimonial(row: Omit<ReadRow, 'version'>): Testimonial {
  return {
    _id: row.id,
    name: row.name,
    testimonial: row.testimonial,
    image_url: row.image_id && imageUrl(row.image_id, 'portrait'),
    image_id: row.image_id,
    license: row.license,
    rating: row.rating,
    date: row.created_at,
  };
}
