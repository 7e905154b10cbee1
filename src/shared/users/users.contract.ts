import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import {
  email,
  id,
  idParams,
  message,
  optionalText,
  requiredName,
  requiredText,
  timestamp,
} from '../fields.ts';
import { pageQuery } from '../paging.ts';

/** active: can sign in · invited: has not set a password yet · suspended: may not sign in. */
const userStates = ['active', 'invited', 'suspended'] as const;

const user = z
  .strictObject({
    _id: id,
    name: z.string(),
    email: z.string(),
    admin: z.boolean(),
    recruiting: z.boolean(),
    /** The right to closings. */
    coordinator: z.boolean(),
    compliance: z.boolean(),
    content: z.boolean(),
    date: timestamp,
    state: z.enum(userStates),
    invitedUntil: timestamp.nullable(),
    lastSignIn: timestamp.nullable(),
    secondFactor: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

/** Correctable errors have status 200: the contract's clients read them there (docs/product.md P4.7). */
const refusal = z.strictObject({ status: z.literal('error'), message: z.string() }).meta({ id: 'Refusal' });
export type Refusal = z.output<typeof refusal>;

/** In bytes: what each member uses, and may use. */
const storage = z
  .strictObject({
    budgets: z.strictObject({ images: z.number(), texts: z.number() }).meta({ id: 'StorageBudgets' }),
    users: z.array(
      z.strictObject({ _id: id, images: z.number(), texts: z.number() }).meta({ id: 'StorageOfUser' }),
    ),
  })
  .meta({ id: 'StorageList' });
export type Storage = z.output<typeof storage>;

const admin = z.boolean('Admin must be true or false');
const recruiting = z.boolean('Recruiting must be true or false');
const coordinator = z.boolean('Coordinator must be true or false');
const compliance = z.boolean('Compliance must be true or false');
const content = z.boolean('Content must be true or false');

/** The audit log writes 'name: Ann → Bea; email: …': no part of a name may look like that (docs/security.md S17.12). */
const accountName = requiredName('Name', maxLengths.user.name).refine(
  (name) => !(name.includes('→') && name.includes(':')),
  'Name must not have an arrow and a colon',
);

export const userFields = z.object({
  name: accountName,
  email: email(),
  admin: admin.default(false),
  recruiting: recruiting.default(false),
  coordinator: coordinator.default(false),
  compliance: compliance.default(false),
  content: content.default(false),
});

/** `lead`: whose account it is. */
const newUser = userFields
  .extend({ lead: z.uuid('Lead not found').toLowerCase().optional() })
  .meta({ id: 'UserFields' });
export type NewUser = z.output<typeof newUser>;
export type UserFields = z.output<typeof userFields>;

/** Undefined leaves a right unchanged, so that an omission takes none. */
const userChanges = userFields
  .extend({
    admin: admin.optional(),
    recruiting: recruiting.optional(),
    coordinator: coordinator.optional(),
    compliance: compliance.optional(),
    content: content.optional(),
  })
  .meta({ id: 'UserChanges' });
export type UserChanges = z.output<typeof userChanges>;

const params = idParams('User');

export const usersContract = {
  'GET /api/users': {
    summary: 'All users, newest first; search looks into names and email addresses',
    access: 'admin',
    confirm: { none: 'The list of the page Admin, a page at a time; as a file it asks' },
    scope: 'members:read',
    query: pageQuery({ default: 1000, max: 1000 }).extend({
      search: optionalText('Search', maxLengths.search.users).default(''),
    }),
    response: z.array(user),
  },
  'GET /api/users/export': {
    summary:
      'Every user, or those that a search finds, as a CSV file, newest first, safe to open in a spreadsheet',
    access: 'admin',
    confirm: 'needed',
    limit: 'userExport',
    query: z.object({ search: optionalText('Search', maxLengths.search.users).default('') }),
    response: z.string(),
    produces: 'text/csv',
    head: false,
  },
  'GET /api/users/storage': {
    summary:
      'How many bytes each user takes for images and texts, most first, and the limit of each; at most 1,000 users',
    access: 'admin',
    confirm: { none: 'Figures of the page Admin' },
    scope: 'members:read',
    response: storage,
  },
  'GET /api/users/:id': {
    summary: 'One user',
    access: 'admin',
    confirm: { none: 'One row of the page Admin' },
    scope: 'members:read',
    params,
    response: user,
  },
  'POST /api/users': {
    summary:
      'Create a user and email them an invitation to set a password; with `lead`, that lead has joined and follows the user',
    access: 'admin',
    confirm: 'needed',
    limit: 'invitation',
    body: newUser,
    response: z.union([user, refusal]),
  },
  'PUT /api/users/:id': {
    summary: 'Change name, email address and admin rights of a user',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    body: userChanges,
    response: z.union([user, refusal]),
  },
  'DELETE /api/users/:id': {
    summary: 'Delete a user and their content',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    response: message,
  },
  'DELETE /api/users/sessions': {
    summary: "End everyone's sessions but the current one, as after a break-in",
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    response: message,
  },
  'DELETE /api/users/:id/sessions': {
    summary: 'End all sessions of a user and forget their devices; they can sign in again',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    response: user,
  },
  'DELETE /api/users/:id/factors': {
    summary:
      'Turn off two-step verification of a user who has lost their phone and recovery codes, and end their sessions. Their proof of identity is recorded',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    /** Required, and checked after the user: a missing user is 404 with any body. */
    body: z.object({ proof: requiredText('Proof', maxLengths.proof).optional() }).meta({ id: 'FactorReset' }),
    response: user,
  },
  'POST /api/users/:id/suspend': {
    summary: 'Keep a user from signing in and end their sessions; their content stays',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    response: user,
  },
  'POST /api/users/:id/reactivate': {
    summary: 'Let a suspended user sign in again',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    response: user,
  },
  'POST /api/users/:id/invitation': {
    summary: 'Email a new invitation; the link of the previous one stops working',
    access: 'admin',
    confirm: 'needed',
    limit: 'invitation',
    params,
    response: user,
  },
  'DELETE /api/users/:id/invitation': {
    summary: 'Revoke the invitation: its link is dead',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    params,
    response: user,
  },
} satisfies Contract;
