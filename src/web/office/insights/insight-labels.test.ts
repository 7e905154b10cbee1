import { expect, it } from 'vitest';
import { durationLabel, hoursLabel, monthLabel, shareLabel, shortDay } from './insight-labels.ts';

it.each([
  [null, '—'],
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [200, '3 h 20 min'],
  [3120, '2 d 4 h'],
  [2890, '2 d'],
])('%s minutes are %s', (minutes, label) => expect(durationLabel(minutes)).toBe(label));

it('a share of nothing is none', () => {
  expect([shareLabel(1, 4), shareLabel(0, 0)]).toEqual(['25%', '—']);
});

it('days and months do not shift', () => {
  expect([shortDay('2026-03-09'), monthLabel('2026-03')]).toEqual(['Mar 9', 'March 2026']);
});

it('buckets are hours', () => {
  expect((['0-1', '24+', 'none'] as const).map(hoursLabel)).toEqual([
    '0 to 1 hours',
    '24 and more hours',
    'No response yet',
  ]);
});
