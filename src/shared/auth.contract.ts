import { z } from 'zod';
import type { Contract } from './contract.ts';
import { maxLengths } from './field-limits.ts';
import { email, id, message, newPassword, requiredName, timestamp } from './fields.ts';

export const currentUser = z.strictObject({
  _id: id,
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  avatar: z.string().nullable(),
  date: timestamp,
  /** Whether `access: 'publisher'` lets the user in on this server. */
  editsContent: z.boolean(),
  /** Without one, GET /api/profile/me is an error: clients check here first. */
  profile: z.boolean(),
});
export type CurrentUser = z.output<typeof currentUser>;

/** Not trimmed or limited: any password that was once set must pass. */
const password = z.string('Password is required').min(1, 'Password is required');

const linkToken = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is not valid');

export const passwordLink = z.strictObject({ kind: z.enum(['reset', 'invitation']), email: z.string() });
export type PasswordLink = z.output<typeof passwordLink>;

/** The device token from an earlier sign-in; '' requests a first one. */
const device = z.string('Device must be text').max(200, 'Device is not valid').optional();
const sessionToken = z.strictObject({ token: z.string(), device: z.string().optional() });

export const authContract = {
  'POST /api/auth': {
    summary:
      'Sign in; the token goes into the x-auth-token header of later calls. With `device` (empty at first) the response has a device token to send as `device` next time, so that wrong passwords of others do not slow it',
    access: 'visitor',
    body: z.object({ email: email(), password, device }),
    response: sessionToken,
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
  'POST /api/auth/change-password': {
    summary:
      'Set a new password for oneself, within 15 minutes after signing in; ends all other sessions of the user',
    access: 'member',
    limit: 'changePassword',
    body: z.object({ password: newPassword() }),
    response: message,
  },
  'POST /api/auth/setup': {
    summary: 'Make the first admin by the one-time link that the server printed, and sign in',
    access: 'visitor',
    body: z.object({
      token: linkToken,
      name: requiredName('Name', maxLengths.user.name),
      email: email(),
      password: newPassword(),
      device,
    }),
    response: sessionToken,
  },
  'POST /api/auth/reset-password': {
    summary:
      'Ask for a link to set a new password; the answer is the same whether there is such a user or not',
    access: 'visitor',
    body: z.object({ email: email() }),
    response: message,
  },
  'POST /api/auth/password-link': {
    summary: 'What the link of a reset or invitation mail is for; does not use it up',
    access: 'visitor',
    body: z.object({ token: linkToken }),
    response: passwordLink,
  },
  'POST /api/auth/set-password': {
    summary:
      'Set a password by the link of a reset or invitation mail; ends all sessions of the user. An invitation needs `adult: true` and signs in',
    access: 'visitor',
    body: z.object({
      token: linkToken,
      password: newPassword(),
      adult: z.boolean('Adult must be true or false').default(false),
      device,
    }),
    response: message.extend(sessionToken.partial().shape),
  },
} satisfies Contract;
