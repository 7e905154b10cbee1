import * as z from 'zod/mini';
import type { Testimonial } from '../../../shared/testimonials.contract.ts';
import { requiredText } from '../form/text-fields.ts';

export const limits = { name: 100, testimonial: 2000 };

export const testimonialForm = z.object({
  name: requiredText('Name', limits.name),
  testimonial: requiredText('Testimonial', limits.testimonial),
});
export type TestimonialValues = z.output<typeof testimonialForm>;

export const noTestimonial: TestimonialValues = { name: '', testimonial: '' };

export const toValues = ({ name, testimonial }: Testimonial): TestimonialValues => ({ name, testimonial });

/** In the order of the form. */
export const labels: Record<keyof TestimonialValues, string> = { name: 'Name', testimonial: 'Testimonial' };
