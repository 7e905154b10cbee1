import { addDays, addMonths } from '../../../shared/dates.ts';

export const periods = {
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  'last-quarter': 'Last quarter',
  year: 'This year',
  'last-year': 'Last year',
  days: 'Chosen days',
} as const;
export type Period = keyof typeof periods;

export interface Range {
  from: string;
  to: string;
}

/** How many months a period has, and how many before the present one it begins. */
const spans: Record<Exclude<Period, 'days'>, { months: number; before: number }> = {
  month: { months: 1, before: 0 },
  'last-month': { months: 1, before: 1 },
  quarter: { months: 3, before: 0 },
  'last-quarter': { months: 3, before: 1 },
  year: { months: 12, before: 0 },
  'last-year': { months: 12, before: 1 },
};

/** The days of a period of the calendar, as seen on `today`. */
export function rangeOf(period: Exclude<Period, 'days'>, today: string): Range {
  const { months, before } = spans[period];
  const month = Number(today.slice(5, 7)) - 1;
  const into = month % months;
  const from = addMonths(`${today.slice(0, 7)}-01`, -into - before * months);
  return { from, to: addDays(addMonths(from, months), -1) };
}

/** The days of a month, 'YYYY-MM', within a range. */
export function monthWithin(month: string, { from, to }: Range): Range {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return { from: first < from ? from : first, to: last > to ? to : last };
}

export const isPeriod = (text: string | null): text is Period =>
  text !== null && Object.hasOwn(periods, text);

/** A day as a field of type date has it. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
