import { z } from 'zod';

/** Sizes in pixels of the images that a text may show, by id. */
export type TextImages = Record<string, { width: number; height: number }>;

export type RenderTask =
  | { kind: 'article'; text: string; images: TextImages }
  | { kind: 'testimonial'; text: string };

export const renderRejection = z.strictObject({
  rejected: z.enum(['table', 'tables', 'nesting', 'html', 'time', 'memory']),
  /** Where the oversized part begins, from 1; 0 when unknown. */
  line: z.int(),
});
export type RenderRejection = z.output<typeof renderRejection>;

export const renderedArticle = z.strictObject({ html: z.string(), minutes: z.int() });
export const renderedTestimonial = z.strictObject({ html: z.string(), excerpt: z.string() });

export type Rendered = z.output<typeof renderedArticle>;
export type RenderedInline = z.output<typeof renderedTestimonial>;
