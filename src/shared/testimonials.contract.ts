import { z } from 'zod';
import type { Contract } from './contract.ts';
import { id, idParams, message, requiredText, timestamp } from './fields.ts';

/** A testimonial as the API shows it; image_url and image_id are null without a picture. */
export const testimonial = z.strictObject({
  _id: id,
  name: z.string(),
  testimonial: z.string(),
  image_url: z.string().nullable(),
  image_id: z.string().nullable(),
  date: timestamp,
});
export type Testimonial = z.output<typeof testimonial>;

const testimonialFields = z.object({
  name: requiredText('Name', 100),
  testimonial: requiredText('Testimonial', 2000),
});
export type TestimonialFields = z.output<typeof testimonialFields>;

export const testimonialsContract = {
  'GET /api/testimonials': {
    summary: 'All testimonials, newest first',
    access: 'visitor',
    response: z.array(testimonial),
  },
  'GET /api/testimonials/:id': {
    summary: 'One testimonial',
    access: 'visitor',
    params: idParams('Testimonial'),
    response: testimonial,
  },
  'POST /api/testimonials': {
    summary: 'Add a testimonial',
    access: 'editor',
    body: testimonialFields,
    response: testimonial,
  },
  'PATCH /api/testimonials/:id': {
    summary: 'Change a testimonial; fields left out stay as they are',
    access: 'editor',
    params: idParams('Testimonial'),
    body: testimonialFields.partial(),
    response: testimonial,
  },
  'DELETE /api/testimonials/:id': {
    summary: 'Delete a testimonial',
    access: 'editor',
    params: idParams('Testimonial'),
    response: message,
  },
} satisfies Contract;
