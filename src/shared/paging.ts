import { z } from 'zod';

/** Query of a paged list: `limit`, and the opaque `cursor` of the previous Link header (docs/product.md P4.9). */
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

/** As above, for a list that is returned whole, up to `max`, unless a page is requested. */
export const optionalPageQuery = (max: number) => {
  const page = pageQuery({ default: max, max });
  return page.extend({ limit: page.shape.limit.removeDefault().optional() });
};
