import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

interface Expiring {
  name: string;
  email: string;
  number: string;
  /** YYYY-MM-DD. */
  expires: string;
  /** Whole days; not more than 0 once it is over. */
  daysLeft: number;
}

/** 'expires on Jan 31, 2027, in 30 days' */
export function whenItExpires({ expires, daysLeft }: Pick<Expiring, 'expires' | 'daysLeft'>): string {
  const date = formatDay(expires);
  if (daysLeft < 0) return `expired on ${date}`;
  if (daysLeft === 0) return `expires today, ${date}`;
  return `expires on ${date}, in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`;
}

export const licenseMail = (license: Expiring, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: license,
      subject: `Your license ${whenItExpires(license)}`,
      opening: [
        `Our records show that your ${license.number ? `license ${license.number}` : 'DRE license'} ${whenItExpires(license)}. Without a valid license, you can't represent clients.`,
      ],
      action: { label: 'Enter the new date', url: `${brokerage.baseUrl}/dashboard/account-settings` },
      closing: ['Already renewed? Enter the new date so we can verify it.'],
    },
    brokerage,
  );
