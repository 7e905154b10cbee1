import { expect, it } from 'vitest';
import { monthWithin, rangeOf } from './periods.ts';

it.each([
  ['month', '2024-02-29', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['quarter', '2026-06-30', '2026-04-01', '2026-06-30'],
  ['last-quarter', '2026-02-15', '2025-10-01', '2025-12-31'],
  ['year', '2026-11-29', '2026-01-01', '2026-12-31'],
  ['last-year', '2026-01-01', '2025-01-01', '2025-12-31'],
] as const)('%s on %s is %s to %s', (period, today, from, to) => {
  expect(rangeOf(period, today)).toEqual({ from, to });
});

it('a month at the edge of chosen days has only those', () => {
  const range = { from: '2026-01-15', to: '2026-03-10' };
  expect(monthWithin('2026-01', range)).toEqual({ from: '2026-01-15', to: '2026-01-31' });
  expect(monthWithin('2026-02', range)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(monthWithin('2026-03', range)).toEqual({ from: '2026-03-01', to: '2026-03-10' });
});
