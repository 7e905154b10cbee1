import { isBusinessDay } from '../business-days.ts';
import { officeDay } from '../dates.ts';
import { day, hour } from '../time.ts';

/** Whole hours of the day in Los Angeles, Monday to Friday but for public holidays. */
export interface OfficeHours {
  opensAt: number;
  closesAt: number;
}

/** Days without hours are skipped; more than this without any is a mistake. */
const maxDays = 60;

/**
 * The moment (epoch ms) that lies `hours` working hours before `now`. Undefined where there are none, as the office never
 * opens.
 */
export function workingHoursAgo(
  now: number,
  hours: number,
  { opensAt, closesAt }: OfficeHours,
): number | undefined {
  let left = hours * hour;
  for (let daysAgo = 0; daysAgo < maxDays; daysAgo++) {
    const date = officeDay(new Date(now - daysAgo * day).toISOString());
    if (!isBusinessDay(date)) continue;
    const opens = momentInOffice(date, opensAt);
    const until = Math.min(now, momentInOffice(date, closesAt));
    const open = Math.max(0, until - opens);
    if (open >= left) return until - left;
    left -= open;
  }
  return undefined;
}

const hourInOffice = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** The hour of the day in Los Angeles of a moment. */
export const hourOfDay = (moment: number): number => Number(hourInOffice.format(moment));

/** The moment of an hour (0 to 24) of a day in Los Angeles, which is 7 or 8 hours behind UTC. */
export function momentInOffice(date: string, hourOf: number): number {
  const inStandardTime = Date.parse(`${date}T00:00:00Z`) + (hourOf + 8) * hour;
  // In summer that is an hour late.
  const summer = inStandardTime - hour;
  return hourOfDay(summer) === hourOf % 24 ? summer : inStandardTime;
}
