import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

/** To the office, without the name: the member has typed it. */
export const signedAnewMail = (brokerage: Brokerage): Mail =>
  toMail(
    {
      to: { name: brokerage.name, email: brokerage.email },
      subject: 'A member signed the new agreement',
      greeting: '',
      opening: [
        'A member signed the new version of the agreement. It takes effect once the broker signs, too.',
      ],
      action: { label: 'Open the agreements', url: `${brokerage.baseUrl}/dashboard/admin/agreement/signed` },
      closing: [],
    },
    brokerage,
  );

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
  toMail(
    {
      to,
      subject: fees === null ? 'Please sign the new version of your agreement' : 'Please sign the new fees',
      opening: [
        `${brokerage.name} has ${fees === null ? 'a new version of its agreement with agents' : `new fees (schedule ${fees})`} and asks you to sign ${fees === null ? 'it' : 'your agreement with them'}. ${
          isOverdue ? `Your signature was due ${formatDay(due)}.` : `Please sign it by ${formatDay(due)}.`
        }`,
        ...(note === '' ? [] : [note]),
        'Until you do, the agreement you signed before stays in force, with its fees.',
      ],
      action: { label: 'Read and sign', url: `${brokerage.baseUrl}/dashboard/agreements` },
      closing: ["We'll remind you once a week until you do."],
    },
    brokerage,
  );
