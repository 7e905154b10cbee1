import { z } from 'zod';

/** With the bytes of the image on standard input. */
export const task = z.object({
  kind: z.enum(['portrait', 'cover', 'logo', 'scan']),
  maxPixels: z.number(),
});
export type Task = z.output<typeof task>;

const rejection = z.object({ rejected: z.enum(['wrong type', 'too many pixels', 'broken']) });
export type Rejection = z.output<typeof rejection>;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const processed = z.object({
  width: z.number(),
  height: z.number(),
  files: z.array(z.object({ name: z.string(), bytes })),
});
export type ProcessedImage = z.output<typeof processed>;

export const result = z.union([processed, rejection]);
export type Result = z.output<typeof result>;
