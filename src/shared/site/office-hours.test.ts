import { describe, expect, it } from 'vitest';
import { momentInOffice, workingHoursAgo } from './office-hours.ts';

const office = { opensAt: 9, closesAt: 17 };
const ago = (now: string, hours: number) => {
  const moment = workingHoursAgo(Date.parse(now), hours, office);
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

describe('working hours', () => {
  it.each([
    // Tuesday 3 PM, in winter.
    ['2026-01-13T23:00:00.000Z', 2, '2026-01-13T21:00:00.000Z'],
    // Tuesday 10 AM: an hour of today, and one of Monday.
    ['2026-01-13T18:00:00.000Z', 2, '2026-01-13T00:00:00.000Z'],
    // Tuesday night: the day ended at 5 PM.
    ['2026-01-14T06:00:00.000Z', 2, '2026-01-13T23:00:00.000Z'],
    // Monday 10 AM: before it lies Friday.
    ['2026-01-12T18:00:00.000Z', 2, '2026-01-10T00:00:00.000Z'],
    // Sunday, in summer.
    ['2026-07-12T18:00:00.000Z', 8, '2026-07-10T16:00:00.000Z'],
    // Monday after the clocks went forward on Sunday: Friday was in winter.
    ['2026-03-09T17:00:00.000Z', 2, '2026-03-07T00:00:00.000Z'],
    // The Monday after Thanksgiving, 10 AM: Thursday and Friday are holidays, so before it lies Wednesday.
    ['2026-11-30T18:00:00.000Z', 2, '2026-11-26T00:00:00.000Z'],
    // Independence Day on a Saturday is observed on the Friday.
    ['2026-07-06T17:00:00.000Z', 2, '2026-07-02T23:00:00.000Z'],
    // And back: Friday was in summer.
    ['2026-11-02T18:00:00.000Z', 2, '2026-10-30T23:00:00.000Z'],
  ])('before %s, %i of them, is %s', (now, hours, expected) => {
    expect(ago(now, hours)).toBe(expected);
  });

  it('are none in an office that never opens', () => {
    expect(
      workingHoursAgo(Date.parse('2026-01-13T23:00:00.000Z'), 2, { opensAt: 9, closesAt: 9 }),
    ).toBeUndefined();
  });

  it('begin at an hour of Los Angeles on any day of the year', () => {
    expect(new Date(momentInOffice('2026-07-01', 9)).toISOString()).toBe('2026-07-01T16:00:00.000Z');
    expect(new Date(momentInOffice('2026-12-01', 9)).toISOString()).toBe('2026-12-01T17:00:00.000Z');
    expect(new Date(momentInOffice('2026-12-01', 24)).toISOString()).toBe('2026-12-02T08:00:00.000Z');
  });
});
