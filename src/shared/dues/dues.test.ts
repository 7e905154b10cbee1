import { expect, it } from 'vitest';
import { isCoveredBy, lastChargeDay, shownDueState } from './dues.ts';

it.each([
  ['anniversary', '2025-03-01', '2025-02-28', null],
  ['anniversary', '2025-03-01', '2025-03-01', '2025-03-01'],
  ['anniversary', '2025-03-01', '2026-02-28', '2025-03-01'],
  ['anniversary', '2025-03-01', '2027-03-01', '2027-03-01'],
  ['anniversary', '2024-02-29', '2025-02-27', '2024-02-29'],
  ['anniversary', '2024-02-29', '2025-02-28', '2025-02-28'],
  ['anniversary', '2024-02-29', '2028-02-28', '2027-02-28'],
  ['anniversary', '2024-02-29', '2028-02-29', '2028-02-29'],
  ['anniversary', '2025-12-31', '2026-12-30', '2025-12-31'],
  ['january', '2025-07-01', '2025-12-31', '2025-07-01'],
  ['january', '2025-07-01', '2026-01-01', '2026-01-01'],
  ['january', '2026-01-01', '2026-06-30', '2026-01-01'],
  ['once', '2020-05-05', '2026-06-30', '2020-05-05'],
] as const)('%s of who joined %s is charged by %s on %s', (rule, joined, day, on) => {
  expect(lastChargeDay(rule, joined, day)).toBe(on);
});

it.each([
  ['2025-12-31', '2026-01-01', true],
  ['2025-07-03', '2026-01-01', true],
  ['2025-07-01', '2026-01-01', false],
  ['2026-01-05', '2026-01-01', true],
])('what was charged on %s covers %s: %s', (charged, on, covered) => {
  expect(isCoveredBy(charged, on)).toBe(covered);
});

it('is overdue after its day, but for a credit', () => {
  const due = { state: 'open', amount: 1, due: '2026-01-02' } as const;
  expect(['2026-01-02', '2026-01-03'].map((day) => shownDueState(due, day))).toEqual(['open', 'overdue']);
  expect(shownDueState({ ...due, amount: -1 }, '2026-01-03')).toBe('open');
  expect(shownDueState({ ...due, state: 'paid' }, '2026-01-03')).toBe('paid');
});
