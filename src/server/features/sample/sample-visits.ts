import { addDays, officeDay } from '../../../shared/dates.ts';

const daysOfVisits = 91;

/** Up to the day of `at` (ISO): a site that grows a little, and rests at weekends. */
export function visitSums(at: string) {
  const today = officeDay(at);
  return Array.from({ length: daysOfVisits }, (_, ago) => ago).flatMap((ago) => {
    const weekday = new Date(`${addDays(today, -ago)}T12:00:00Z`).getUTCDay();
    const readers = Math.round(
      ((weekday % 6 === 0 ? 14 : 30) * (2 * daysOfVisits - ago)) / (2 * daysOfVisits),
    );
    const sum = (
      event: 'read' | 'calculator' | 'form' | 'sent',
      path: string,
      share: number,
      source = '',
    ) => ({
      day: addDays(today, -ago),
      event,
      path,
      source,
      hits: Math.floor(readers * share),
    });
    return [
      sum('read', '/', 0.5),
      sum('read', '/', 0.5, 'www.google.com'),
      sum('read', '/articles/flat-fee-or-70-30-split-with-a-cap-compare-a-whole-year', 0.3),
      sum('read', '/articles/what-a-flat-fee-really-costs-per-closing', 0.2),
      sum('calculator', '/', 0.25),
      sum('form', '/contact', 0.1),
      sum('sent', '/contact', 0.05),
    ].filter(({ hits }) => hits > 0);
  });
}
