import * as z from 'zod/mini';
import { maxLengths } from '../../../shared/field-limits.ts';
import { imageUrl } from '../../../shared/images/images.ts';
import type { Testimonial } from '../../../shared/testimonials/testimonials.contract.ts';
import { licenseRules } from '../../../shared/text-rules.ts';
import { requiredName, requiredText } from '../form/text-fields.ts';

export const testimonialForm = z.object({
  name: requiredName('Name', maxLengths.testimonial.name),
  license: z.string().check(...licenseRules()),
  testimonial: requiredText('Testimonial', maxLengths.testimonial.text),
  /** Empty for none: a form and its draft hold only text. */
  rating: z.string(),
  image_id: z.string(),
});
export type TestimonialValues = z.output<typeof testimonialForm>;

export const noTestimonial: TestimonialValues = {
  name: '',
  license: '',
  testimonial: '',
  rating: '',
  image_id: '',
};

export const toValues = ({
  name,
  license,
  testimonial,
  rating,
  image_id,
}: Testimonial): TestimonialValues => ({
  name,
  license: license ?? '',
  testimonial,
  rating: rating === null ? '' : String(rating),
  image_id: image_id ?? '',
});

export const toBody = ({ rating, image_id, ...words }: TestimonialValues) => ({
  ...words,
  rating: rating ? Number(rating) : null,
  image_id: image_id || null,
  image_url: image_id ? imageUrl(image_id, 'portrait') : null,
});
export type TestimonialBody = ReturnType<typeof toBody>;

export const labels: Record<keyof TestimonialValues, string> = {
  name: 'Name',
  license: 'License number (optional)',
  testimonial: 'Testimonial',
  rating: 'Rating (optional)',
  image_id: 'Image (optional)',
};

export const ratingLabel = (rating: number | null): string => {
  if (rating === null) return 'No rating';
  return rating === 1 ? '1 star' : `${rating} stars`;
};
