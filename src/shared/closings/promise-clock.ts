import { addDays, officeDay } from '../dates.ts';
import { hourOfDay } from '../site/office-hours.ts';

/** "Paid within one business day of the escrow closing package": what the office has set. */
export interface PaymentPromise {
  /** Business days. */
  promiseDays: number;
  /** The hour in Los Angeles from which a package counts for the next business day; 24 for none. */
  cutOff: number;
  /** Days (YYYY-MM-DD) on which the office is closed. */
  closedDays?: readonly string[];
}

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6];

/** Noon is on the same day in every zone that matters here. */
const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

const dayOf = (year: number, month: number, date: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

/** The `n`th such weekday of a month. */
function nth(n: number, weekday: number, year: number, month: number): string {
  const first = dayOf(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

function lastMonday(year: number, month: number): string {
  const fifth = nth(5, monday, year, month);
  return fifth.slice(0, 7) === dayOf(year, month, 1).slice(0, 7) ? fifth : nth(4, monday, year, month);
}

/** One on a Sunday is observed on the Monday after; one on a Saturday is not observed, and Friday is a business day. */
const observed = (holiday: string) => (weekdayOf(holiday) === sunday ? addDays(holiday, 1) : holiday);

/** The days other than weekends on which Federal Reserve Banks are closed. */
export const federalReserveHolidays = (year: number): string[] => [
  observed(dayOf(year, 1, 1)),
  // Martin Luther King Jr., Washington
  nth(3, monday, year, 1),
  nth(3, monday, year, 2),
  // Memorial Day, Juneteenth, Independence Day, Labor Day, Columbus, Veterans Day
  lastMonday(year, 5),
  observed(dayOf(year, 6, 19)),
  observed(dayOf(year, 7, 4)),
  nth(1, monday, year, 9),
  nth(2, monday, year, 10),
  observed(dayOf(year, 11, 11)),
  // Thanksgiving, Christmas
  nth(4, thursday, year, 11),
  observed(dayOf(year, 12, 25)),
];

/** Whether banks settle payments on that day (YYYY-MM-DD). */
export function isBusinessDay(day: string): boolean {
  if ([sunday, saturday].includes(weekdayOf(day))) return false;
  return !federalReserveHolidays(Number(day.slice(0, 4))).includes(day);
}

function nextDay(day: string, isOpen: (day: string) => boolean): string {
  const next = addDays(day, 1);
  return isOpen(next) ? next : nextDay(next, isOpen);
}

/** The last day (YYYY-MM-DD, in Los Angeles) on which a payment keeps the promise; `from` is an ISO timestamp. */
export function promiseDue(from: string, { promiseDays, cutOff, closedDays = [] }: PaymentPromise): string {
  const isOpen = (day: string) => isBusinessDay(day) && !closedDays.includes(day);
  const day = officeDay(from);
  const isInTime = isOpen(day) && hourOfDay(Date.parse(from)) < cutOff;
  let due = isInTime ? day : nextDay(day, isOpen);
  for (let left = promiseDays; left > 0; left--) due = nextDay(due, isOpen);
  return due;
}

/** running: until a later day · due: today · late: not paid in time · kept, broken: once paid. Days are YYYY-MM-DD. */
export function promiseState(
  due: string,
  paidOn: string | null,
  today: string,
): 'running' | 'due' | 'late' | 'kept' | 'broken' {
  if (paidOn !== null) return paidOn <= due ? 'kept' : 'broken';
  if (today === due) return 'due';
  return today < due ? 'running' : 'late';
}
