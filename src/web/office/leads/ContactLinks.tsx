/** Padded for fingers without making a row higher than its text for the mouse. */
const linkClass =
  'text-brand underline hover:text-brand-hover pointer-coarse:inline-block pointer-coarse:py-2.5';

/** Without what a keypad does not have: spaces, brackets, and the extension that many write behind the number. */
const dialled = (phone: string) => (phone.split(/[a-z#]/i, 1)[0] ?? '').replace(/[^\d+]/g, '');

/** Text that is no number at all, for people write what they like, is no link. */
export function PhoneLink({ phone }: { phone: string }) {
  const number = dialled(phone);
  if (number === '') return phone;
  return (
    <a href={`tel:${number}`} className={linkClass}>
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
