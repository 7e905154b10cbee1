import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup, mailIn } from '../mail-texts/render-mail-text.ts';

/** To the office, without the name: the member has typed it. */
export const signedAnewMail = (brokerage: Brokerage): Mail =>
  inGroup('application-news', brokerage, {
    to: { name: brokerage.name, email: brokerage.email },
    subject: 'A member signed the new agreement',
    greeting: '',
    opening: [
      'A member signed the new version of the agreement. It takes effect once the broker signs, too.',
    ],
    action: {
      label: 'Open the agreements',
      url: `${brokerage.baseUrl}/dashboard/admin/agreement/signed`,
    },
    closing: [],
  });

interface Recipient {
  name: string;
  email: string;
}

interface Reminder extends Recipient {
  due: string;
  /** The version of the fees to sign, too. */
  fees: number | null;
  /** The office's sentence about it. */
  note: string;
  isOverdue: boolean;
}

/** To a member who has yet to sign a new version. */
export const signAgainMail = ({ due, fees, note, isOverdue, ...to }: Reminder, brokerage: Brokerage): Mail =>
  mailIn('sign-again', brokerage, {
    to,
    url: `${brokerage.baseUrl}/dashboard/agreements`,
    values: {
      document: fees === null ? 'the new version of your agreement' : 'the new fees',
      request:
        fees === null
          ? 'has a new version of its agreement with agents and asks you to sign it'
          : `has new fees (schedule ${fees}) and asks you to sign your agreement with them`,
      deadline: isOverdue
        ? `Your signature was due ${formatDay(due)}.`
        : `Please sign it by ${formatDay(due)}.`,
      note,
    },
  });
