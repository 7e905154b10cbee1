import { phoneHref } from '../../phone-href.ts';

/** Padded for fingers without making a row higher than its text for the mouse. */
const linkClass =
  'text-brand underline hover:text-brand-hover pointer-coarse:inline-block pointer-coarse:py-2.5';

/** Text that is no number at all, for people write what they like, is no link. */
export function PhoneLink({ phone }: { phone: string }) {
  const href = phoneHref(phone);
  if (href === undefined) return phone;
  return (
    <a href={href} className={linkClass}>
      {phone}
    </a>
  );
}

/** Encoded: an address of a stranger must not bring a subject or further recipients along. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={linkClass}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  );
}
