import { expect, test } from 'vitest';
import { whenReminded } from './license-reminders.ts';

test('the reminders are said as people read them', () => {
  expect(whenReminded('a license')).toBe('90, 60, and 30 days before a license expires, and on the day');
});
