import { expect, test } from 'vitest';
import { newestPeriodFirst, periodLabel } from './periods.ts';

const period = (from: string | null, to: string | null, current = false) => ({ from, to, current });

test('a period is shown as far as it is known', () => {
  expect(periodLabel(period('2019-05-01', '2020-06-30'))).toBe('2019/05/01 – 2020/06/30');
  expect(periodLabel(period('2019-05-01', null, true))).toBe('2019/05/01 – Now');
  expect(periodLabel(period('2019-05-01', null))).toBe('Since 2019/05/01');
  expect(periodLabel(period(null, '2020-06-30'))).toBe('Until 2020/06/30');
  expect(periodLabel(period(null, null, true))).toBe('Now');
  expect(periodLabel(period(null, null))).toBe('');
});

test('current entries come first, those without dates last, in the given order', () => {
  const now = period('2018-01-01', null, true);
  const late = period('2015-01-01', '2020-01-01');
  const sameEnd = period('2016-01-01', '2020-01-01');
  const early = period('2010-01-01', null);
  const none = period(null, null);
  const other = period(null, null);
  expect(newestPeriodFirst([none, early, late, other, sameEnd, now])).toEqual([
    now,
    sameEnd,
    late,
    early,
    none,
    other,
  ]);
});
