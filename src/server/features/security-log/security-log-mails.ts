import { counted } from '../../../shared/counted.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

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

/**
 * To each who approves or signs, or did; `changes` are sentences with names of accounts.
 * @param isOfWho not only of by what they decide
 */
export const approversMail = (
  to: { name: string; email: string },
  { actor, changes, isOfWho = true }: { actor: string; changes: string[]; isOfWho?: boolean },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `${isOfWho ? 'Who approves' : 'What is approved by'} at ${brokerage.name} has changed`,
    opening: [
      `${actor} changed ${isOfWho ? 'who decides for the brokerage' : 'by what the brokerage decides'}.`,
      ...changes,
    ],
    closing: ['You get this email because you are among them, or were.'],
  });

const recordsInWords = { closings: 'records of closings and dues', agreements: 'signed agreements' };

interface OtherYears {
  actor: string;
  of: keyof typeof recordsInWords;
  before: number;
  after: number;
  /** ISO time until which the years of before count; null for more years. */
  until: string | null;
}

/** To all admins. */
export const yearsMail = (
  to: { name: string; email: string },
  { actor, of, before, after, until }: OtherYears,
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `How long ${recordsInWords[of]} stay at ${brokerage.name} has changed`,
    opening: [
      `${nameInMail(actor, 'An admin')} changed for how many years ${recordsInWords[of]} stay: from ${counted(before, 'year')} to ${counted(after, 'year')}.`,
      ...(until === null
        ? []
        : [
            `Until ${formatDateTime(until)} nothing is erased by the shorter time. If it is a mistake, change it back before then: what is erased is gone.`,
          ]),
    ],
    closing: ['You get this email because you are an admin.'],
  });
