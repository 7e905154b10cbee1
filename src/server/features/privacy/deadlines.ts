import { day } from '../../../shared/time.ts';

/** CCPA regulations 7021: 10 business days to acknowledge, 45 calendar days to answer, 90 with a notice. */
const businessDaysToAcknowledge = 10;
const daysToAnswer = 45;
const daysWithExtension = 90;
/** The promise of the privacy policy. */
const promisedDays = 30;

const after = (received: string, days: number) => new Date(Date.parse(received) + days * day).toISOString();

/** Weekends in UTC do not count; holidays do, which is stricter than the law. */
export function acknowledgeBy(received: string): string {
  let moment = Date.parse(received);
  for (let left = businessDaysToAcknowledge; left > 0; ) {
    moment += day;
    const weekday = new Date(moment).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return new Date(moment).toISOString();
}

export const promisedBy = (received: string): string => after(received, promisedDays);

export const legallyDue = (received: string, extended: boolean): string =>
  after(received, extended ? daysWithExtension : daysToAnswer);
