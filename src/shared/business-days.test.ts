import { describe, expect, it } from 'vitest';
import { afterBusinessDays, isBusinessDay } from './business-days.ts';

/** Every day of a year on which the office is closed, but for weekends. */
function holidaysOf(year: number): string[] {
  const found: string[] = [];
  for (let moment = Date.UTC(year, 0, 1); moment < Date.UTC(year + 1, 0, 1); moment += 86_400_000) {
    const date = new Date(moment);
    const isWeekend = date.getUTCDay() % 6 === 0;
    const text = date.toISOString().slice(0, 10);
    if (!isWeekend && !isBusinessDay(text)) found.push(text.slice(5));
  }
  return found;
}

describe('holidays', () => {
  // As published by the U.S. Office of Personnel Management, with 31 March and the day after Thanksgiving of the state.
  it.each([
    [
      2026,
      '01-01',
      '01-19',
      '02-16',
      '03-31',
      '05-25',
      '06-19',
      '07-03',
      '09-07',
      '10-12',
      '11-11',
      '11-26',
      '11-27',
      '12-25',
    ],
    [
      2027,
      '01-01',
      '01-18',
      '02-15',
      '03-31',
      '05-31',
      '06-18',
      '07-05',
      '09-06',
      '10-11',
      '11-11',
      '11-25',
      '11-26',
      '12-24',
      '12-31',
    ],
    [
      2028,
      '01-17',
      '02-21',
      '03-31',
      '05-29',
      '06-19',
      '07-04',
      '09-04',
      '10-09',
      '11-10',
      '11-23',
      '11-24',
      '12-25',
    ],
  ])('of %i are those of the United States and of California', (year, ...days) => {
    expect(holidaysOf(year)).toEqual(days);
  });

  it('on a Sunday are the Monday after, also that of the state alone', () => {
    expect(holidaysOf(2030)).toContain('04-01');
  });
});

describe('business days', () => {
  it('leave out weekends and holidays', () => {
    expect(afterBusinessDays('2026-11-18T18:00:00.000Z', 10)).toBe('2026-12-04T18:00:00.000Z');
    expect(afterBusinessDays('2026-11-21T18:00:00.000Z', 10)).toBe('2026-12-08T18:00:00.000Z');
    expect(afterBusinessDays('2027-12-30T18:00:00.000Z', 1)).toBe('2028-01-03T18:00:00.000Z');
  });

  it('are those of the office, where Friday evening is not Saturday yet', () => {
    expect(afterBusinessDays('2026-08-07T03:00:00.000Z', 1)).toBe('2026-08-08T03:00:00.000Z');
  });
});
