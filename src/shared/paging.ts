import { z } from 'zod';

/**
 * The query of a list that grows: `limit`, and the opaque `cursor` that the Link header of the page before gave
 * (product.md, API conventions).
 */
export const pageQuery = ({ usual, most }: { usual: number; most: number }) =>
  z.object({
    limit: z.coerce
      .number('Limit must be a number')
      .int('Limit must be a whole number')
      .min(1, 'Limit must be at least 1')
      .max(most, `Limit must be at most ${most}`)
      .default(usual),
    cursor: z.string('Cursor is not valid').max(200, 'Cursor is not valid').optional(),
  });

/** The same of a list that is answered whole, up to `most`, as long as nobody asks for a page of it. */
export const optionalPageQuery = (most: number) => {
  const page = pageQuery({ usual: most, most });
  return page.extend({ limit: page.shape.limit.removeDefault().optional() });
};
