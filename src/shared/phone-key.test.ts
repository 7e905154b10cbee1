import { expect, it } from 'vitest';
import { toPhoneKey } from './phone-key.ts';

it.each([
  ['(310) 555-0123', '+13105550123'],
  ['1-310-555-0123', '+13105550123'],
  ['+1 310.555.0123', '+13105550123'],
  ['310/555 0123', '+13105550123'],
  ['+49 30 901820', '+4930901820'],
])('%s is %s', (text, key) => {
  expect(toPhoneKey(text)).toBe(key);
});

it.each(['555-0100', '(310) 555-0100 ext 5', '310 555 0100 x2', '(555) 010-0100', '+1 55', 'call me', ''])(
  '%j is no number of one person',
  (text) => {
    expect(toPhoneKey(text)).toBeUndefined();
  },
);
