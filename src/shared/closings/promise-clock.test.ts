import { describe, expect, it } from 'vitest';
import { federalReserveHolidays, isBusinessDay, promiseDue, promiseState } from './promise-clock.ts';

const oneDay = { promiseDays: 1, cutOff: 12 };

describe('promiseDue', () => {
  it.each([
    ['before noon counts for the day', '2026-11-23T19:59:00.000Z', '2026-11-24'],
    ['from noon on for the next business day', '2026-11-23T20:00:00.000Z', '2026-11-25'],
    ['noon is that of summer time, too', '2026-07-06T18:59:00.000Z', '2026-07-07'],
    ['noon in summer', '2026-07-06T19:00:00.000Z', '2026-07-08'],
    ['an evening in Los Angeles is not yet the next day', '2026-11-24T07:30:00.000Z', '2026-11-25'],
    ['over Thanksgiving, which is a Thursday', '2026-11-25T18:00:00.000Z', '2026-11-27'],
    ['after noon before Thanksgiving', '2026-11-25T21:00:00.000Z', '2026-11-30'],
    ['a Friday morning is due on Monday', '2026-11-20T18:00:00.000Z', '2026-11-23'],
    ['a Saturday counts as Monday', '2026-11-21T18:00:00.000Z', '2026-11-24'],
    ['over Christmas and a weekend', '2026-12-24T18:00:00.000Z', '2026-12-28'],
    ['over a new year', '2026-12-31T18:00:00.000Z', '2027-01-04'],
  ])('%s', (_, from, due) => {
    expect(promiseDue(from, oneDay)).toBe(due);
  });

  it('takes the days and the hour of the setting', () => {
    const afternoon = '2026-11-23T23:00:00.000Z';
    expect(promiseDue(afternoon, { promiseDays: 1, cutOff: 24 })).toBe('2026-11-24');
    expect(promiseDue(afternoon, { promiseDays: 3, cutOff: 12 })).toBe('2026-11-30');
  });
});

it('closed days of the office are no business days', () => {
  const morning = '2026-11-23T18:00:00.000Z';
  const closedDays = ['2026-11-24', '2026-11-25'];
  expect(promiseDue(morning, { ...oneDay, closedDays })).toBe('2026-11-27');
  expect(promiseDue(morning, { ...oneDay, closedDays: ['2026-11-23'] })).toBe('2026-11-25');
});

describe('holidays of the Federal Reserve', () => {
  it('are those of its calendar', () => {
    expect(federalReserveHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
    expect(federalReserveHolidays(2027)).toContain('2027-07-05');
    expect(federalReserveHolidays(2023)).toContain('2023-01-02');
    expect(federalReserveHolidays(2022)).toContain('2022-05-30');
  });

  it('leave the Friday before one on a Saturday a business day', () => {
    expect(isBusinessDay('2026-07-03')).toBe(true);
    expect(isBusinessDay('2027-12-31')).toBe(true);
  });
});

it('says how a promise stands', () => {
  const due = '2026-11-24';
  expect(promiseState(due, null, '2026-11-23')).toBe('running');
  expect(promiseState(due, null, '2026-11-24')).toBe('due');
  expect(promiseState(due, null, '2026-11-25')).toBe('late');
  expect(promiseState(due, '2026-11-24', '2026-12-01')).toBe('kept');
  expect(promiseState(due, '2026-11-25', '2026-12-01')).toBe('broken');
});
