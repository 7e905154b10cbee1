import { z } from 'zod';
import type { Contract } from './contract.ts';
import { email, message, optionalText, requiredText } from './fields.ts';

/** What a prospective agent sends; `website` and `started` are the form's traps for robots and may be absent. */
export const contactRequest = z.object({
  firstName: requiredText('First name', 100),
  lastName: requiredText('Last name', 100),
  phone: requiredText('Phone', 40),
  email: email(),
  /** Invisible to people; whoever fills it in is a robot. */
  website: optionalText('Website', 2048).optional(),
  /** The signed time at which the form was rendered. */
  started: optionalText('Started', 200).optional(),
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
