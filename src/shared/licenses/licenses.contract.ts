import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { idParams, licenseNumber, noted, person } from '../fields.ts';

const license = z
  .strictObject({
    user: person,
    /** 8 digits, or ''. */
    number: z.string(),
    expires: z.iso.date().nullable(),
    /** Until the day it expires, in Los Angeles; negative afterwards. */
    daysLeft: z.int().nullable(),
    /** When an admin compared it with the public register, and who; another number or date ends it. */
    verified: noted.nullable(),
  })
  .meta({ id: 'License' });
export type License = z.output<typeof license>;

const fields = z
  .object({
    number: licenseNumber(),
    expires: z.iso.date('Expires must be a date').nullable(),
  })
  .meta({ id: 'LicenseFields' });
export type LicenseFields = z.output<typeof fields>;

/** The license as the screen had it; without it the one that stands there now is changed. */
const seenLicense = z
  .object({
    number: z.string('Number must be a text').max(8, 'Number must be at most 8 digits'),
    expires: z.iso.date('Expires must be a date').nullable(),
    verified: z.boolean('Verified must be true or false').optional(),
  })
  .meta({ id: 'LicenseOnScreen' });

const checkedFields = fields
  .extend({ verified: z.boolean('Verified must be true or false'), seen: seenLicense.optional() })
  .refine(({ number, verified }) => number !== '' || !verified, {
    path: ['verified'],
    message: 'There is no number to verify',
  })
  .meta({ id: 'CheckedLicenseFields' });
export type CheckedLicenseFields = z.output<typeof checkedFields>;

export const licensesContract = {
  'GET /api/licenses': {
    summary: 'The licenses of all members who are not suspended, the next to expire first; at most 5,000',
    access: 'compliance',
    confirm: { none: 'Office work of every day; numbers are in a public register' },
    scope: 'members:read',
    response: z.array(license),
  },
  'GET /api/licenses/me': {
    summary: "One's own license",
    access: 'member',
    response: license,
  },
  'PUT /api/licenses/me': {
    summary: "Change one's own license; another number or date has to be verified again",
    access: 'member',
    limit: 'profile',
    body: fields,
    response: license,
  },
  'PUT /api/licenses/:id': {
    summary:
      'Change the license of a member, or note that it is verified. 409 when it is no longer as `seen`',
    access: 'compliance',
    confirm: 'needed',
    confirmed: 'an hour',
    scope: { unconfirmed: 'members:write' },
    limit: 'user',
    params: idParams('User'),
    body: checkedFields,
    response: license,
  },
} satisfies Contract;
