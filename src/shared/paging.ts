import { z } from 'zod';

/**
 * The query of a list that grows: `limit`, and the opaque `cursor` that the Link header of the page before gave
 * (docs/product.md P4.9).
 */
export const pageQuery = ({ default: standard, max }: { default: number; max: number }) =>
  z.object({
    limit: z.coerce
      .number('Limit must be a number')
      .int('Limit must be a whole number')
      .min(1, 'Limit must be at least 1')
      .max(max, `Limit must be at most ${max}`)
      .default(standard),
    cursor: z.string('Cursor is not valid').max(200, 'Cursor is not valid').optional(),
  });

/** The same of a list that is answered whole, up to `max`, as long as nobody asks for a page of it. */
export const optionalPageQuery = (max: number) => {
  const page = pageQuery({ default: max, max });
  return page.extend({ limit: page.shape.limit.removeDefault().optional() });
};
