import { expect, test } from 'vitest';
import { fromOfficeTime, toOfficeTime } from './office-time.ts';

test.each([
  ['2026-11-23T09:00', '2026-11-23T17:00:00.000Z'],
  ['2026-07-04T09:00', '2026-07-04T16:00:00.000Z'],
  ['2026-12-31T23:59', '2027-01-01T07:59:00.000Z'],
  ['2027-03-14T01:59', '2027-03-14T09:59:00.000Z'],
  ['2027-03-14T03:00', '2027-03-14T10:00:00.000Z'],
  ['2026-11-01T00:30', '2026-11-01T07:30:00.000Z'],
  ['2026-11-01T02:00', '2026-11-01T10:00:00.000Z'],
])('%s in Los Angeles is %s, and back', (local, iso) => {
  expect(fromOfficeTime(local)).toBe(iso);
  expect(toOfficeTime(iso)).toBe(local);
});

test('an hour that is left out in spring is the one after it', () => {
  expect(fromOfficeTime('2027-03-14T02:30')).toBe('2027-03-14T10:30:00.000Z');
});

test.each(['', 'tomorrow', '2026-13-01T00:00'])('%j is no time', (local) => {
  expect(fromOfficeTime(local)).toBeUndefined();
});
