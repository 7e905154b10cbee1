import { formatDay } from '../../../shared/dates.ts';
import { licenseReminderDays } from '../../../shared/licenses/license-reminders.ts';
import type { License } from '../../../shared/licenses/licenses.contract.ts';

/** Days from which the list says how many are left: those of the first reminder. */
const soon = Math.max(...licenseReminderDays);

export function expiryLabel({ expires, daysLeft }: Pick<License, 'expires' | 'daysLeft'>): string {
  if (expires === null || daysLeft === null) return 'No date';
  if (daysLeft < 0) return `Expired on ${formatDay(expires)}`;
  if (daysLeft === 0) return 'Expires today';
  if (daysLeft > soon) return formatDay(expires);
  return `${formatDay(expires)}, in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`;
}

export const isUrgent = ({ daysLeft }: Pick<License, 'daysLeft'>): boolean =>
  daysLeft !== null && daysLeft <= 30;
