import { describe, expect, it } from 'vitest';
import { type FormerVersion, versionsToDelete } from './versions-to-delete.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-07-15T12:00:00.000Z');

const ofAges = (ages: number[], bytes = 1000): FormerVersion[] =>
  ages
    .toSorted((a, b) => a - b)
    .map((age) => ({ id: String(age), saved_at: new Date(now - age).toISOString(), bytes }));

const remainingAges = (versions: FormerVersion[], at = now) => {
  const deleted = new Set(versionsToDelete(versions, at).map(({ id }) => id));
  return versions.filter(({ id }) => !deleted.has(id)).map(({ id }) => Number(id));
};
const every = (period: number, from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / period) }, (_, index) => from + index * period);

describe('the versions of an article', () => {
  it('all stay for a day', () => {
    const ages = every(30 * minute, 0, day);
    expect(remainingAges(ofAges(ages))).toEqual(ages);
  });

  it('stay one an hour of the day before, the last of each hour', () => {
    const ages = every(30 * minute, day + 15 * minute, day + 12 * hour + 15 * minute);
    expect(remainingAges(ofAges(ages))).toEqual(every(hour, day + 15 * minute, day + 12 * hour));
  });

  it('stay one a day for a month, and one a week after that', () => {
    const month = every(8 * hour, 3 * day, 23 * day);
    expect(remainingAges(ofAges(month)).length).toBeGreaterThanOrEqual(20);
    expect(remainingAges(ofAges(month)).length).toBeLessThanOrEqual(21);
    const year = every(day, 40 * day, 40 * day + 30 * 7 * day);
    expect(remainingAges(ofAges(year)).length).toBeGreaterThanOrEqual(30);
    expect(remainingAges(ofAges(year)).length).toBeLessThanOrEqual(31);
  });

  it('are 50 at most, and a burst of saves pushes out neither the newest nor the old ones', () => {
    const old = [2 * day + hour, 5 * day, 9 * day, 60 * day];
    const burst = every(1000, 0, 60_000);
    const remaining = remainingAges(ofAges([...burst, ...old]));
    expect(remaining).toHaveLength(50);
    expect(remaining.slice(0, 25)).toEqual(burst.slice(0, 25));
    expect(remaining.slice(-4)).toEqual(old);
  });

  it('have 10 MB at most, the newest first, and the very newest whatever its size', () => {
    const remaining = remainingAges(ofAges(every(minute, 0, 40 * minute), 600_000));
    expect(remaining).toEqual(every(minute, 0, 16 * minute));
    expect(remainingAges(ofAges([0, minute], 20_000_000))).toEqual([0]);
  });

  it('stay within these bounds over a year of saves, with one of each week left', () => {
    let versions: FormerVersion[] = [];
    const year = 365 * day;
    for (let at = now - year; at <= now; at += 5 * hour) {
      versions = [{ id: String(now - at), saved_at: new Date(at).toISOString(), bytes: 1000 }, ...versions];
      const deleted = new Set(versionsToDelete(versions, at).map(({ id }) => id));
      versions = versions.filter(({ id }) => !deleted.has(id));
      expect(versions.length).toBeLessThanOrEqual(50);
    }
    const ages = versions.map(({ id }) => Number(id));
    expect(ages.filter((age) => age < day)).toHaveLength(5);
    // The maximum of 50 thins out further, yet still reaches back to the beginning.
    expect(Math.max(...ages)).toBeGreaterThan(year - 8 * day);
    const gaps = ages.slice(1).map((age, index) => age - (ages[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(29 * day);
  });
});
