import { officeDay } from './dates.ts';
import { day } from './time.ts';

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6];

/** Month from 1; UTC stands for a day without a time. */
const date = (year: number, month: number, dayOfMonth: number) =>
  new Date(Date.UTC(year, month - 1, dayOfMonth));

const weekdayOf = (moment: Date) => moment.getUTCDay();

const plus = (moment: Date, days: number) => new Date(moment.getTime() + days * day);

/** The `n`th such weekday of a month. */
function nth(n: number, weekday: number, year: number, month: number): Date {
  const first = date(year, month, 1);
  return plus(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

function last(weekday: number, year: number, month: number): Date {
  const end = date(year, month + 1, 0);
  return plus(end, -((weekdayOf(end) - weekday + 7) % 7));
}

/** On a Sunday, the Monday after. */
const movedOn = (holiday: Date) => (weekdayOf(holiday) === sunday ? plus(holiday, 1) : holiday);

/** On a Saturday, the Friday before. */
const moved = (holiday: Date) => (weekdayOf(holiday) === saturday ? plus(holiday, -1) : movedOn(holiday));

/**
 * Public holidays in California, as days on which they are observed: those of the United States (5 U.S.C. 6103), which
 * move to a Friday or Monday, and two of the state (Government Code 6700, 6701 and 19853).
 */
function holidaysOf(year: number): Date[] {
  const thanksgiving = nth(4, thursday, year, 11);
  return [
    moved(date(year, 1, 1)),
    // Martin Luther King Jr., Washington
    nth(3, monday, year, 1),
    nth(3, monday, year, 2),
    // Cesar Chavez
    movedOn(date(year, 3, 31)),
    // Memorial Day, Juneteenth, Independence Day, Labor Day, Columbus, Veterans Day
    last(monday, year, 5),
    moved(date(year, 6, 19)),
    moved(date(year, 7, 4)),
    nth(1, monday, year, 9),
    nth(2, monday, year, 10),
    moved(date(year, 11, 11)),
    thanksgiving,
    plus(thanksgiving, 1),
    moved(date(year, 12, 25)),
    // New Year's Day on a Saturday
    moved(date(year + 1, 1, 1)),
  ];
}

/** `officeDate` is YYYY-MM-DD. */
export function isBusinessDay(officeDate: string): boolean {
  const moment = new Date(officeDate);
  if ([sunday, saturday].includes(weekdayOf(moment))) return false;
  return !holidaysOf(moment.getUTCFullYear()).some((holiday) => holiday.getTime() === moment.getTime());
}

/** Moves a moment by business days of the office, at the same time of day. Takes and returns ISO timestamps. */
export function afterBusinessDays(moment: string, days: number): string {
  let later = Date.parse(moment);
  for (let left = days; left > 0; ) {
    later += day;
    if (isBusinessDay(officeDay(new Date(later).toISOString()))) left--;
  }
  return new Date(later).toISOString();
}
