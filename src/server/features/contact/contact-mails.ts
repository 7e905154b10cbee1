import type { Brokerage } from '../../../shared/brokerage.ts';
import type { ContactRequest } from '../../../shared/contact.contract.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

/** To the office: the only mail that shows what a stranger typed, as plain text below a label each (docs/security.md S7.6). */
export const officeMail = (
  { firstName, lastName, phone, email }: Pick<ContactRequest, 'firstName' | 'lastName' | 'phone' | 'email'>,
  brokerage: Brokerage,
): Mail => ({
  to: brokerage.email,
  replyTo: email,
  subject: `New inquiry from ${nameInMail(`${firstName} ${lastName}`, 'a visitor')}`,
  text: [
    `Someone filled in the contact form of ${brokerage.baseUrl}`,
    '',
    `First name: ${firstName}`,
    `Last name: ${lastName}`,
    `Phone: ${phone}`,
    `Email: ${email}`,
    '',
    'Reply to this email to write to them.',
    '',
  ].join('\n'),
});
