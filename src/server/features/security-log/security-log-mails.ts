import type { Brokerage } from '../../../shared/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

/** To a mailbox that who owns the database cannot change. */
export const anchorMail = (
  email: string,
  { number, hash }: { number: number; hash: string },
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to: { name: 'there', email },
      subject: `Anchor ${number} of the security log of ${brokerage.name}`,
      opening: [
        'Please keep this email. It fixes the security log as it is today:',
        `${number}:${hash}`,
        `To see whether anyone has changed the log up to here since, run: npm run verify-log -- --anchor ${number}:${hash}`,
      ],
      closing: [
        'An anchor comes each day. It can be compared for 12 months, as long as its event is in the log.',
      ],
    },
    brokerage,
  );
