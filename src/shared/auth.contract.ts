import { z } from 'zod';
import type { Contract } from './contract.ts';
import { email, id, message, timestamp } from './fields.ts';

export const currentUser = z.strictObject({
  _id: id,
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  avatar: z.string().nullable(),
  date: timestamp,
});
export type CurrentUser = z.output<typeof currentUser>;

const password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1024, 'Invalid Credentials');

export const authContract = {
  'POST /api/auth': {
    summary: 'Sign in; the token goes into the x-auth-token header of later calls',
    access: 'visitor',
    body: z.object({ email: email(), password }),
    response: z.strictObject({ token: z.string() }),
  },
  'GET /api/auth': {
    summary: 'The signed-in user',
    access: 'member',
    response: currentUser,
  },
  'DELETE /api/auth': {
    summary: 'Sign out: end the session of this token',
    access: 'member',
    response: message,
  },
} satisfies Contract;
