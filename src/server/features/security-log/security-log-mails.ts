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
        'Please keep this email. It records what the security log looks like today:',
        `${number}:${hash}`,
        `To check later that no one has changed the log up to this point, run: npm run verify-log -- --anchor ${number}:${hash}`,
      ],
      closing: ['You get an anchor each day. It works for 12 months, while its event is still in the log.'],
    },
    brokerage,
  );

/** To each who approves or signs, or did; `changes` are sentences with names of accounts. */
export const approversMail = (
  to: { name: string; email: string },
  { actor, changes }: { actor: string; changes: string[] },
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to,
      subject: `Who approves at ${brokerage.name} has changed`,
      opening: [`${actor} changed who decides for the brokerage.`, ...changes],
      closing: ['You get this email because you are among them, or were.'],
    },
    brokerage,
  );
