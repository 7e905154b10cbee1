import { z } from 'zod';

/** Why admins can't work on their own, and whether they can all the same, as no one else is an active admin. */
export const ownWork = z.strictObject({ text: z.string(), mayAct: z.boolean() }).meta({ id: 'OwnWork' });
export type OwnWork = z.output<typeof ownWork>;
