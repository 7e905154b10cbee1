import { z } from 'zod';
import type { Contract } from './contract.ts';
import { maxLengths } from './field-limits.ts';
import { email, message, requiredLine } from './fields.ts';

/** `website` and `started` are traps for robots and may be absent. */
export const contactRequest = z.object({
  firstName: requiredLine('First name', maxLengths.contactRequest.name),
  lastName: requiredLine('Last name', maxLengths.contactRequest.name),
  phone: requiredLine('Phone', maxLengths.contactRequest.phone),
  email: email(),
  /** Invisible to people, so only robots fill it in. Never stored, so it needs no max length. */
  website: z.string('Website must be text').optional(),
  /** Signed time of rendering; anything invalid counts as absent. */
  started: z.string('Started must be text').optional(),
});
export type ContactRequest = z.output<typeof contactRequest>;

export const contactContract = {
  'POST /api/contact': {
    summary: 'Send a contact request to the office',
    access: 'visitor',
    body: contactRequest,
    response: message,
  },
} satisfies Contract;
