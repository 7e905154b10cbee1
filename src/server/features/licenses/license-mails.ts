import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { mailIn } from '../mail-texts/render-mail-text.ts';

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
  mailIn('license', brokerage, {
    to: license,
    url: `${brokerage.baseUrl}/dashboard/account-settings`,
    values: {
      license: license.number ? `license ${license.number}` : 'DRE license',
      expires: whenItExpires(license),
    },
  });
