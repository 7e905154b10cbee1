/**
 * The contact form. A new field also needs contact-fields.ts, send-contact-request.ts and contact.pages.ts
 * (without script), receive-request.service.ts, lead-people.service.ts (`filledBy`), lead-mails.ts and `LeadFacts.tsx`.
 */

import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { email, message, optionalName, optionalText, requiredLine } from '../fields.ts';
import { licenseDigits } from '../licenses/license-number.ts';

/** `leaveEmpty` and `started` are traps for robots and may be absent; `website` is the former name of the first. */
export const contactRequest = z
  .object({
    firstName: requiredLine('First name', maxLengths.contactRequest.name),
    lastName: requiredLine('Last name', maxLengths.contactRequest.name),
    phone: requiredLine('Phone', maxLengths.contactRequest.phone),
    email: email(),
    /** Optional. */
    license: z
      .string('License must be text')
      .overwrite(licenseDigits)
      .regex(/^(\d{8})?$/, 'License must be the 8 digits of a DRE license')
      .optional(),
    brokerage: optionalName('Current brokerage', maxLengths.lead.brokerage).optional(),
    dealsPerYear: z
      .string('Deals per year must be text')
      .trim()
      .regex(/^\d{0,4}$/, 'Deals per year must be a whole number')
      .optional(),
    /** Every kind of line break is one: forms without script post two characters, and an email shows others as breaks, too. */
    message: z
      .string('Message must be text')
      .overwrite((text) => text.replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n'))
      .pipe(optionalText('Message', maxLengths.contactRequest.message))
      .optional(),
    /** JSON of how the visit began (shared/leads/lead-source.ts); anything invalid counts as absent. */
    visit: z.string('Visit must be text').optional(),
    /** Version of the text next to the phone number (shared/contact/phone-consent.ts); anything unknown counts as absent. */
    phoneConsent: z.string('Phone consent must be text').optional(),
    /** Invisible to people, so only robots fill it in. Never stored, so it needs no max length. */
    leaveEmpty: z.string('Leave empty must be text').optional(),
    website: z.string('Website must be text').optional(),
    /** Signed time of rendering; anything invalid counts as absent. */
    started: z.string('Started must be text').optional(),
  })
  .meta({ id: 'ContactRequest' });
export type ContactRequest = z.output<typeof contactRequest>;

export const contactContract = {
  'POST /api/contact': {
    summary: 'Send an inquiry to the office',
    access: 'visitor',
    body: contactRequest,
    response: message,
  },
} satisfies Contract;
