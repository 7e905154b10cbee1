import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../shared/time.ts';
import { backupFileName, backupsToDelete } from './keep-backups.ts';

const now = new Date('2026-06-15T12:00:00Z');
const ago = (milliseconds: number) => backupFileName(new Date(now.getTime() - milliseconds));
const nightly = (days: number) => Array.from({ length: days }, (_, age) => ago(age * day));
const kept = (names: string[], keep: Parameters<typeof backupsToDelete>[1]) => {
  const deleted = new Set(backupsToDelete(names, keep, now));
  return names.filter((name) => !deleted.has(name));
};

describe('what is kept of the backups', () => {
  it('is the newest of each day, week and month', () => {
    const left = kept(nightly(400), { days: 7, weeks: 4, months: 6 });
    expect(left.slice(0, 7)).toEqual(nightly(7));
    // Sundays, then the last days of months.
    expect(left.slice(7).map((name) => name.slice(7, 15))).toEqual([
      '20260607',
      '20260531',
      '20260430',
      '20260331',
      '20260228',
      '20260131',
    ]);
  });

  it('is one of a day with several', () => {
    const names = [ago(hour), ago(2 * hour), ago(3 * hour)];
    expect(kept(names, { days: 7, weeks: 0, months: 0 })).toEqual(names.slice(0, 1));
  });

  it('is the newest, however old, and what has another name', () => {
    const names = [ago(500 * day), ago(501 * day), 'notes.txt', `before-restore-${ago(900 * day)}`];
    expect(kept(names, { days: 1, weeks: 0, months: 0 })).toEqual([names[0], 'notes.txt', names[3]]);
    expect(kept(names.slice(0, 2), { days: 0, weeks: 0, months: 0 })).toEqual([names[0]]);
  });
});
