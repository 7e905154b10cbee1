import { shownEmail } from '../../../shared/email-address.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import { cx } from '../../ui/cx.ts';

/** Padding for touch that does not raise the row's height with a mouse. */
const linkClass =
  'text-brand underline hover:text-brand-hover pointer-coarse:inline-block pointer-coarse:py-2.5';

/** The longest phone number with spaces and an extension; a longer text has words, which may wrap on a phone. */
const longestNumber = 24;

/** A text without digits is no link: the field is free text. */
export function PhoneLink({ lead: { phone, dial } }: { lead: Pick<Lead, 'phone' | 'dial'> }) {
  if (dial === '') return phone;
  return (
    <a href={dial} className={cx(linkClass, phone.length <= longestNumber && 'whitespace-nowrap')}>
      {phone}
    </a>
  );
}

/** Encoded: a stranger's address must not add a subject or recipients. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a href={mailtoHref(email)} className={linkClass}>
      {shownEmail(email)}
    </a>
  );
}
