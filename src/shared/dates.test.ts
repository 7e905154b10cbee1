import { describe, expect, test } from 'vitest';
import { formatAge, formatDate, formatDateTime, formatDay, formatDueDay, formatRelative } from './dates.ts';

describe('formatDate', () => {
  test.each([
    ['2026-07-01T06:59:59.999Z', '2026/06/30'],
    ['2026-07-01T07:00:00.000Z', '2026/07/01'],
    ['2026-01-01T07:59:59.999Z', '2025/12/31'],
    ['2026-01-01T08:00:00.000Z', '2026/01/01'],
    ['2026-07-01T00:30:00+02:00', '2026/06/30'],
  ])('shows the timestamp %s as the day it was in Los Angeles, %s', (iso, shown) => {
    expect(formatDate(iso)).toBe(shown);
  });

  test.each([
    ['2020-04-02', '2020/04/02'],
    ['2026-01-01', '2026/01/01'],
    ['2024-02-29', '2024/02/29'],
  ])('never shifts the date-only %s', (iso, shown) => {
    expect(formatDate(iso)).toBe(shown);
  });

  test('throws for what is not a date', () => {
    expect(() => formatDate('last week')).toThrow(RangeError);
  });
});

describe('formatDay', () => {
  test.each([
    ['2026-07-01T06:59:59.999Z', 'Jun 30, 2026'],
    ['2026-01-01T08:00:00.000Z', 'Jan 1, 2026'],
    ['2024-02-29', 'Feb 29, 2024'],
    ['2026-11-01', 'Nov 1, 2026'],
    ['2026-03-08', 'Mar 8, 2026'],
  ])('shows %s as %s', (iso, shown) => {
    expect(formatDay(iso)).toBe(shown);
  });

  test('throws for what is not a date', () => {
    expect(() => formatDay('last week')).toThrow(RangeError);
  });
});

describe('formatDueDay', () => {
  const now = Date.parse('2026-11-20T20:00:00.000Z');
  test.each([
    ['2026-11-22', 'Sun, Nov 22'],
    ['2026-11-20', 'Fri, Nov 20'],
    ['2026-11-14', 'Sat, Nov 14'],
    ['2026-11-26', 'Thu, Nov 26'],
    ['2026-11-27', 'Nov 27, 2026'],
    ['2026-11-13', 'Nov 13, 2026'],
  ])('shows %s as %s', (day, shown) => {
    expect(formatDueDay(day, now)).toBe(shown);
  });
});

describe('formatDateTime', () => {
  test.each([
    ['2026-07-01T19:05:00.000Z', 'Jul 1, 2026, 12:05 PM PT'],
    ['2026-01-01T07:05:00.000Z', 'Dec 31, 2025, 11:05 PM PT'],
  ])('shows %s as %s', (iso, shown) => {
    expect(formatDateTime(iso)).toBe(shown);
  });
});

describe('formatRelative', () => {
  const now = Date.parse('2026-07-01T12:00:00.000Z');
  test.each([
    ['2026-07-01T11:59:01.000Z', 'now'],
    ['2026-07-01T12:00:20.000Z', 'now'],
    ['2026-07-01T11:59:00.000Z', '1 minute ago'],
    ['2026-07-01T11:00:01.000Z', '59 minutes ago'],
    ['2026-07-01T09:30:00.000Z', '2 hours ago'],
    ['2026-06-30T12:00:00.000Z', 'yesterday'],
    ['2026-06-02T12:00:00.000Z', '29 days ago'],
    ['2026-05-01T12:00:00.000Z', '2 months ago'],
    ['2024-06-01T12:00:00.000Z', '2 years ago'],
    ['2026-07-01T14:00:00.000Z', 'in 2 hours'],
  ])('says of %s: %s', (iso, said) => {
    expect(formatRelative(iso, now)).toBe(said);
  });
});

describe('formatAge', () => {
  const now = Date.parse('2026-07-01T12:00:00.000Z');
  test.each([
    ['2026-07-01T11:59:01.000Z', ''],
    ['2026-07-01T11:59:00.000Z', '1 minute'],
    ['2026-06-30T12:00:00.000Z', '1 day'],
    ['2026-06-02T12:00:00.000Z', '29 days'],
    ['2026-05-29T12:00:00.000Z', '1 month'],
    ['2024-06-01T12:00:00.000Z', '2 years'],
  ])('says of %s: %s', (iso, said) => {
    expect(formatAge(iso, now)).toBe(said);
  });
});
