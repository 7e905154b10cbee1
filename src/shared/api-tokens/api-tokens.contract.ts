import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, idParams, message, person, requiredName, timestamp } from '../fields.ts';
import { tokenScopes } from './token-scope-names.ts';

const scope = z.enum(tokenScopes, 'Scope is not known');
const maxDays = 365;

const apiToken = z
  .strictObject({
    _id: id,
    name: z.string(),
    scopes: z.array(scope),
    /** The token's maker. It can do no more than they can. */
    by: person,
    created: timestamp,
    expires: timestamp,
    /** To some minutes. */
    used: timestamp.nullable(),
    /** False once it has expired, or its maker is no longer an active admin. */
    active: z.boolean(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.output<typeof apiToken>;

/** The only answer that ever has the token itself. */
const newApiToken = z.strictObject({ apiToken, token: z.string() }).meta({ id: 'NewApiToken' });
export type NewApiToken = z.output<typeof newApiToken>;

const apiTokenFields = z
  .object({
    name: requiredName('Name', maxLengths.apiToken),
    scopes: z
      .array(scope, 'Scopes must be a list')
      .min(1, 'Choose at least one scope')
      .max(tokenScopes.length, 'Choose each scope once'),
    days: z
      .int('Days must be a whole number')
      .min(1, 'A token is valid for at least a day')
      .max(maxDays, `A token is valid for at most ${maxDays} days`),
  })
  .meta({ id: 'ApiTokenFields' });
export type ApiTokenFields = z.output<typeof apiTokenFields>;

export const apiTokensContract = {
  'GET /api/api-tokens': {
    summary: 'The tokens by which other systems call this API, by name',
    access: 'admin',
    confirm: { none: 'Names and scopes; the token itself is shown once, to its maker' },
    scope: null,
    response: z.array(apiToken),
  },
  'POST /api/api-tokens': {
    summary:
      'Make a token for another system, sent like that of a session (x-auth-token). Only this answer shows it',
    access: 'admin',
    confirm: 'needed',
    limit: 'apiToken',
    body: apiTokenFields,
    response: newApiToken,
  },
  'DELETE /api/api-tokens/:id': {
    summary: 'Revoke a token, at once',
    access: 'admin',
    confirm: 'needed',
    limit: 'apiToken',
    params: idParams('API token'),
    response: message,
  },
} satisfies Contract;
