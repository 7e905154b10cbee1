import { z } from 'zod';

/** What a thread is asked for: an article or a testimonial as HTML. */
export interface RenderTask {
  kind: 'article' | 'testimonial';
  text: string;
}

export const renderRefusal = z.strictObject({
  refused: z.enum(['table', 'tables', 'nesting', 'html', 'time', 'memory']),
  /** Where the part begins that is too large, counted from 1; 0 when that is not known. */
  line: z.int(),
});
export type RenderRefusal = z.output<typeof renderRefusal>;

export const renderedArticle = z.strictObject({ html: z.string(), minutes: z.int() });
export const renderedTestimonial = z.strictObject({ html: z.string(), excerpt: z.string() });

export type Rendered = z.output<typeof renderedArticle>;
export type RenderedInline = z.output<typeof renderedTestimonial>;
