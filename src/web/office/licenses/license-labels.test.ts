import { expect, test } from 'vitest';
import { verifiedLabel } from '../profiles/verified-label.ts';
import { expiryLabel, isUrgent } from './license-labels.ts';

test.each([
  [null, null, 'No date', false],
  ['2027-01-31', 200, 'Jan 31, 2027', false],
  ['2027-01-31', 90, 'Jan 31, 2027, in 90 days', false],
  ['2027-01-31', 30, 'Jan 31, 2027, in 30 days', true],
  ['2027-01-31', 1, 'Jan 31, 2027, in 1 day', true],
  ['2027-01-31', 0, 'Expires today', true],
  ['2027-01-31', -1, 'Expired on Jan 31, 2027', true],
])('%s with %s days left is “%s”', (expires, daysLeft, label, urgent) => {
  expect(expiryLabel({ expires, daysLeft })).toBe(label);
  expect(isUrgent({ daysLeft })).toBe(urgent);
});

test('who verified is named with the day in Los Angeles', () => {
  const verified = { date: '2026-02-01T01:00:00.000Z', by: 'Ada Admin' };
  expect(verifiedLabel({ verified })).toBe('Jan 31, 2026 by Ada Admin');
  expect(verifiedLabel({ verified: null })).toBe('Not verified');
});
