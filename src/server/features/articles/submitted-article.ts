import { z } from 'zod';

/** The fields of an article that waits to be published, as they are stored. */
export const submittedFields = z.object({
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  text: z.string(),
  cover_id: z.string().nullable(),
  cover_alt: z.string(),
  /** Left out, the slug stays as it is. */
  slug: z.string().optional(),
  state: z.enum(['published', 'scheduled']),
  date: z.string().optional(),
});
export type SubmittedFields = z.output<typeof submittedFields>;
