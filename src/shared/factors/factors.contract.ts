import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, idParams, message, requiredName, timestamp } from '../fields.ts';
import { creationOptions, newPasskey } from './passkeys.ts';

const passkey = z
  .strictObject({
    _id: id,
    name: z.string(),
    created: timestamp,
    lastUsed: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

const factors = z
  .strictObject({
    /** An authenticator app with time-based codes. */
    totp: z.boolean(),
    passkeys: z.array(passkey),
    /** How many are left. */
    recoveryCodes: z.int(),
  })
  .meta({ id: 'Factors' });
export type Factors = z.output<typeof factors>;

/** Shown once: only hashes are stored. */
const recoveryCodes = z.array(z.string());

/** Recovery codes come with the first factor only. */
const factorAdded = z.strictObject({ recoveryCodes: recoveryCodes.optional() }).meta({ id: 'FactorAdded' });
export type FactorAdded = z.output<typeof factorAdded>;

const name = requiredName('Name', maxLengths.passkey);
const code = z.string('Code is required').min(1, 'Code is required').max(100, 'This code is not valid');
const params = idParams('Passkey');

export const factorsContract = {
  'GET /api/auth/factors': {
    summary: "One's own ways of two-step verification",
    access: 'member',
    response: factors,
  },
  'POST /api/auth/totp': {
    summary:
      'Begin to add an authenticator app: the seed for it, in base32 and as an address for a QR code. It counts once PUT has had a code of it',
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    response: z.strictObject({ secret: z.string(), uri: z.string() }).meta({ id: 'TotpSeed' }),
  },
  'PUT /api/auth/totp': {
    summary:
      'Switch the authenticator app on by a code that it shows; the first factor brings recovery codes',
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    body: z.object({ code }).meta({ id: 'TotpCode' }),
    response: factorAdded,
  },
  'DELETE /api/auth/totp': {
    summary: 'Remove the authenticator app',
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    response: message,
  },
  'GET /api/auth/passkeys': {
    summary: "One's own passkeys, oldest first",
    access: 'member',
    response: z.array(passkey),
  },
  'POST /api/auth/passkeys/options': {
    summary: 'Begin to add a passkey: the options for navigator.credentials.create()',
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    response: creationOptions,
  },
  'POST /api/auth/passkeys': {
    summary: 'Add the passkey that the browser has made; the first factor brings recovery codes',
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    body: z.object({ name, response: newPasskey }).meta({ id: 'PasskeyFields' }),
    response: factorAdded,
  },
  'PATCH /api/auth/passkeys/:id': {
    summary: "Rename one of one's own passkeys",
    access: 'member',
    limit: 'factor',
    params,
    body: z.object({ name }).meta({ id: 'PasskeyName' }),
    response: passkey,
  },
  'DELETE /api/auth/passkeys/:id': {
    summary: "Remove one of one's own passkeys",
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    params,
    response: message,
  },
  'POST /api/auth/recovery-codes': {
    summary: 'Make new recovery codes; the former ones are dead from then on',
    access: 'member',
    confirm: 'needed',
    limit: 'factor',
    response: z.strictObject({ recoveryCodes }).meta({ id: 'RecoveryCodes' }),
  },
} satisfies Contract;
