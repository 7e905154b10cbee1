/**
 * Deadlines of privacy requests (docs/product.md P19.7). They also stand in words in privacy-mails.ts and
 * on the screens.
 */

import { afterBusinessDays } from '../../../shared/business-days.ts';
import { day } from '../../../shared/time.ts';

/** CCPA regulations 7021: 10 business days to acknowledge, 45 calendar days to answer, 90 with a notice. */
const businessDaysToAcknowledge = 10;
const daysToAnswer = 45;
const daysWithExtension = 90;
/** The promise of the privacy policy. */
const promisedDays = 30;

const after = (received: string, days: number) => new Date(Date.parse(received) + days * day).toISOString();

export const acknowledgeBy = (received: string): string =>
  afterBusinessDays(received, businessDaysToAcknowledge);

export const promisedBy = (received: string): string => after(received, promisedDays);

export const legallyDue = (received: string, extended: boolean): string =>
  after(received, extended ? daysWithExtension : daysToAnswer);
