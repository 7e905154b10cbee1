import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxCounts, maxLengths } from '../field-limits.ts';
import {
  id,
  idParams,
  idPattern,
  licenseNumber,
  message,
  person,
  requiredName,
  requiredText,
  timestamp,
} from '../fields.ts';
import { imageUrl } from '../images/images.ts';
import { optionalPageQuery } from '../paging.ts';
import { submissionMark } from '../review/review.contract.ts';

const testimonial = z
  .strictObject({
    _id: id,
    name: z.string(),
    testimonial: z.string(),
    image_url: z.string().nullable(),
    image_id: z.string().nullable(),
    /** 8 digits. */
    license: z.string().nullable(),
    /** Stars, 1 to 5, which the agent gave. */
    rating: z.int().nullable(),
    date: timestamp,
    /** Only where a call's own change waits to be published. */
    submission: submissionMark.optional(),
  })
  .meta({ id: 'Testimonial' });
export type Testimonial = z.output<typeof testimonial>;

/** As writers see it. `author` added it; null for those from before that is known, and for a former member. */
const staffTestimonial = testimonial.extend({ author: person.nullable() }).meta({ id: 'StaffTestimonial' });
export type StaffTestimonial = z.output<typeof staffTestimonial>;

const ratingMessage = 'Rating must be a whole number from 1 to 5';

/** Blank counts as undefined: older clients send it for "no new picture". */
const reference = (field: string) =>
  z
    .string(`${field} must be text or null`)
    .max(200, 'Image is not known')
    .transform((text) => text.trim() || undefined)
    .nullable()
    .optional();

const testimonialFields = z.object({
  name: requiredName('Name', maxLengths.testimonial.name),
  testimonial: requiredText('Testimonial', maxLengths.testimonial.text),
  image_id: reference('Image id'),
  image_url: reference('Image url'),
  /** Blank and null are none. */
  license: licenseNumber().nullable().optional(),
  rating: z.int(ratingMessage).min(1, ratingMessage).max(5, ratingMessage).nullable().optional(),
});

type Picture = Pick<z.output<typeof testimonialFields>, 'image_id' | 'image_url'>;

/**
 * `image_id` decides: null clears the picture, undefined leaves it. `image_url` follows from it and must agree if
 * sent; null clears, too.
 */
function withoutUrl<T extends Picture>(given: T, context: z.RefinementCtx) {
  const { image_url, ...fields } = given;
  const image_id = fields.image_id === undefined && image_url === null ? null : fields.image_id;
  const reject = (field: keyof Picture) =>
    context.addIssue({ code: 'custom', message: 'Image is not known', path: [field] });
  if (image_id && !idPattern.test(image_id)) reject('image_id');
  else if (image_url && image_url !== (image_id && imageUrl(image_id, 'portrait'))) reject('image_url');
  return { ...fields, ...(image_id !== undefined && { image_id }) };
}

const newTestimonial = testimonialFields.transform(withoutUrl).meta({ id: 'TestimonialFields' });
export type TestimonialFields = z.output<typeof newTestimonial>;

const testimonialChanges = testimonialFields
  .partial()
  .transform(withoutUrl)
  .meta({ id: 'TestimonialChanges' });
export type TestimonialChanges = z.output<typeof testimonialChanges>;

const testimonialOrders = ['newest', 'carousel'] as const;
export type TestimonialOrder = (typeof testimonialOrders)[number];

export const testimonialsContract = {
  'GET /api/testimonials': {
    summary:
      'Testimonials, newest first or in the order of the carousel: all of them up to 1,000, or newest first a page at a time',
    access: 'visitor',
    query: optionalPageQuery(1000)
      .extend({ order: z.enum(testimonialOrders, 'Order is not known').default('newest') })
      .refine(({ order, cursor }) => order === 'newest' || cursor === undefined, {
        message: 'The order of the carousel has no further pages',
        path: ['cursor'],
      }),
    response: z.array(testimonial),
  },
  'GET /api/testimonials/all': {
    summary: 'Up to 1,000 testimonials in the order of the carousel, with who added each',
    access: 'testimonials',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:read',
    response: z.array(staffTestimonial),
  },
  'GET /api/testimonials/:id': {
    summary: 'One testimonial',
    access: 'visitor',
    params: idParams('Testimonial'),
    response: testimonial,
  },
  'POST /api/testimonials': {
    summary: 'Add a testimonial',
    access: 'testimonials',
    confirm: { none: 'Everyday work of writers' },
    scope: 'content:write',
    limit: 'testimonial',
    body: newTestimonial,
    response: testimonial,
  },
  'PATCH /api/testimonials/:id': {
    summary: 'Change a testimonial; fields left out stay as they are',
    access: 'testimonials',
    confirm: { none: 'Everyday work of writers; changed back in the same way' },
    scope: 'content:write',
    limit: 'testimonial',
    params: idParams('Testimonial'),
    body: testimonialChanges,
    response: testimonial,
  },
  'PUT /api/testimonials/order': {
    summary: 'Put the testimonials of the carousel into an order; those left out come first, newest first',
    access: 'testimonials',
    confirm: { none: 'Everyday work of writers; changed back in the same way' },
    scope: 'content:write',
    limit: 'testimonialOrder',
    body: z
      .object({
        ids: z
          .array(z.string('Ids must be text'), 'Ids are required')
          .max(maxCounts.carousel, 'Ids are too many'),
      })
      .meta({ id: 'TestimonialOrder' }),
    response: z.array(testimonial),
  },
  'DELETE /api/testimonials/:id': {
    summary: 'Delete a testimonial',
    access: 'testimonials',
    confirm: { none: 'Everyday work of writers; limited, audited, and in the backup of the night' },
    scope: 'content:write',
    limit: 'testimonial',
    params: idParams('Testimonial'),
    response: message,
  },
} satisfies Contract;
