import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { passkeyProof, proofOptions } from '../factors/passkeys.ts';
import { maxLengths } from '../field-limits.ts';
import { email, id, message, newPassword, requiredName, timestamp } from '../fields.ts';

const currentUser = z
  .strictObject({
    _id: id,
    name: z.string(),
    email: z.string(),
    /** Whether a link mailed to that address was used; else exports leave out what only the address leads to. */
    emailProven: z.boolean(),
    admin: z.boolean(),
    avatar: z.string().nullable(),
    date: timestamp,
    /** Whether `access: 'articles'` lets the user in. */
    editsContent: z.boolean(),
    /** Whether `access: 'testimonials'` lets the user in. */
    editsTestimonials: z.boolean(),
    /** Whether what the user publishes waits for a review. */
    articlesWait: z.boolean(),
    testimonialsWait: z.boolean(),
    /** Whether the user publishes what others submit for a review. */
    reviewsContent: z.boolean(),
    /** Whether `access: 'handbook'` lets the user in on this server. */
    editsHandbook: z.boolean(),
    /** Whether the calls of these areas let the user in: admins have every right. */
    recruiting: z.boolean(),
    closings: z.boolean(),
    compliance: z.boolean(),
    content: z.boolean(),
    /** Without one, GET /api/profile/me is an error: clients check here first. */
    profile: z.boolean(),
    /** Whether signing in by password asks for a second factor. */
    secondFactor: z.boolean(),
    /** Whether the user must set up a second factor before anything else (SECOND_FACTOR). */
    mustEnrol: z.boolean(),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.output<typeof currentUser>;

/** Not trimmed or limited: any password that was once set must pass. */
const password = z.string('Password is required').min(1, 'Password is required');

/** A code of the authenticator app, or a recovery code. */
const code = z.string('Code must be text').max(100, 'This code is not valid').optional();
const passkey = passkeyProof.optional();

const linkToken = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is not valid');

const passwordLink = z
  .strictObject({ kind: z.enum(['reset', 'invitation']), email: z.string() })
  .meta({ id: 'PasswordLink' });
export type PasswordLink = z.output<typeof passwordLink>;

/** The device token from an earlier sign-in; '' requests a first one. */
const device = z.string('Device must be text').max(200, 'Device is not valid').optional();
const sessionToken = z
  .strictObject({ token: z.string(), device: z.string().optional() })
  .meta({ id: 'SessionToken' });

export const authContract = {
  'POST /api/auth': {
    summary:
      'Sign in; the token goes into the x-auth-token header of later calls. With `device` (empty at first) the response has a device token to send as `device` next time, so that wrong passwords of others do not slow it. A user with a second factor sends its `code`, or gets a 400 with the `secondFactor.ticket` for POST /api/auth/second-factor',
    access: 'visitor',
    body: z.object({ email: email(), password, device, code }).meta({ id: 'SignIn' }),
    response: sessionToken,
  },
  'POST /api/auth/second-factor': {
    summary:
      'Finish signing in with the ticket of POST /api/auth, by a code or a passkey. A ticket lives 5 minutes and 5 tries',
    access: 'visitor',
    body: z.object({ ticket: linkToken, code, passkey, device }).meta({ id: 'SecondFactorProof' }),
    response: sessionToken,
  },
  'POST /api/auth/passkey/options': {
    summary:
      'The options for navigator.credentials.get(): to sign in, as the second step or to confirm. They work once, for 5 minutes',
    access: 'visitor',
    response: proofOptions,
  },
  'POST /api/auth/passkey': {
    summary: 'Sign in with only a passkey',
    access: 'visitor',
    body: z.object({ passkey: passkeyProof, device }).meta({ id: 'PasskeySignIn' }),
    response: sessionToken,
  },
  'POST /api/auth/confirm': {
    summary:
      'Confirm that it is you, for the calls that ask for it 15 minutes after signing in. Users with two-step verification confirm by that, others by the password. Replaces the token; the one of this call stops working',
    access: 'member',
    limit: 'confirm',
    body: z
      .object({
        password: z.string('Password must be text').optional(),
        code,
        passkey,
      })
      .meta({ id: 'Confirmation' }),
    response: z.strictObject({ token: z.string() }).meta({ id: 'ConfirmedToken' }),
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
      'Set a new password for oneself, within 15 minutes after signing in or confirming; ends all other sessions of the user. The present one is checked if `current` is sent',
    access: 'member',
    confirm: 'needed',
    limit: 'changePassword',
    body: z
      .object({
        password: newPassword(),
        current: z.string('Current password must be text').optional(),
      })
      .meta({ id: 'PasswordChange' }),
    response: message,
  },
  'POST /api/auth/setup': {
    summary: 'Create the first admin account by the one-time link that the server printed, and sign in',
    access: 'visitor',
    body: z
      .object({
        token: linkToken,
        name: requiredName('Name', maxLengths.user.name),
        email: email(),
        password: newPassword(),
        device,
      })
      .meta({ id: 'FirstAdmin' }),
    response: sessionToken,
  },
  'POST /api/auth/reset-password': {
    summary:
      'Ask for a link to set a new password; the answer is the same whether there is such a user or not',
    access: 'visitor',
    body: z.object({ email: email() }).meta({ id: 'PasswordReset' }),
    response: message,
  },
  'POST /api/auth/password-link': {
    summary: 'The purpose of a link from a reset or invitation email; does not use it up',
    access: 'visitor',
    body: z.object({ token: linkToken }).meta({ id: 'LinkToken' }),
    response: passwordLink,
  },
  'POST /api/auth/set-password': {
    summary:
      'Set a password by the link of a reset or invitation email; ends all sessions of the user. An invitation needs `adult: true` and signs in',
    access: 'visitor',
    body: z
      .object({
        token: linkToken,
        password: newPassword(),
        adult: z.boolean('Adult must be true or false').default(false),
        device,
      })
      .meta({ id: 'PasswordByLink' }),
    response: message.extend(sessionToken.partial().shape).meta({ id: 'PasswordSet' }),
  },
} satisfies Contract;
