import { z } from 'zod';

/** Why someone in the office can't act on what is their own, and whether they can all the same, as no one else could. */
export const ownWork = z.strictObject({ text: z.string(), mayAct: z.boolean() }).meta({ id: 'OwnWork' });
export type OwnWork = z.output<typeof ownWork>;
