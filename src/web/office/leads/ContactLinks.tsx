import { shownEmail } from '../../../shared/email-address.ts';
import { mailtoHref } from '../../../shared/mailto.ts';
import { phoneHref } from '../../phone-href.ts';
import { cx } from '../../ui/cx.ts';

/** Padding for touch that does not raise the row's height with a mouse. */
const linkClass =
  'text-brand underline hover:text-brand-hover pointer-coarse:inline-block pointer-coarse:py-2.5';

/** With spaces and an extension; what is longer has words, which may wrap on a phone. */
const longestNumber = 24;

/** A text without digits is no link: the field is free text. */
export function PhoneLink({ phone }: { phone: string }) {
  const href = phoneHref(phone);
  if (href === undefined) return phone;
  return (
    <a href={href} className={cx(linkClass, phone.length <= longestNumber && 'whitespace-nowrap')}>
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
