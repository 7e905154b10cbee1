import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preview, titlePreview } from './preview.ts';

const words = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 40 });
const text = words.map((parts) => parts.join(' '));
const limit = fc.integer({ min: 0, max: 60 });

describe('preview', () => {
  test.each([
    ['Paid in one business day after closing', 20, 'Paid in one business…'],
    ['Paid in one businesses day', 20, 'Paid in one businesses…'],
    ['exactly twenty chars', 20, 'exactly twenty chars'],
    ['exactly twenty chars and more', 20, 'exactly twenty chars…'],
    ['one\ntwo', 3, 'one…'],
    [
      'What a flat fee per closing really costs an agent',
      titlePreview,
      'What a flat fee per closing really costs…',
    ],
    ['https://example.com/a/very/long/address/without/any/space', 20, undefined],
    ['', 20, ''],
  ])('of %j after %i is %j', (given, after, expected = given) => {
    expect(preview(given, after)).toBe(expected);
  });

  test('is the text itself or a beginning of it and an ellipsis', () => {
    fc.assert(
      fc.property(text, limit, (given, after) => {
        const shown = preview(given, after);
        if (shown === given.trim()) return;
        expect(shown.endsWith('…')).toBe(true);
        expect(given.trim().startsWith(shown.slice(0, -1))).toBe(true);
      }),
    );
  });

  test('keeps at least the limit, and cuts nowhere but at the first white space from there on', () => {
    fc.assert(
      fc.property(text, limit, (given, after) => {
        const whole = given.trim();
        const shown = preview(given, after);
        if (shown === whole) {
          expect(whole.slice(after)).not.toMatch(/\s/);
          return;
        }
        const beginning = shown.slice(0, -1);
        expect(beginning.length).toBeGreaterThanOrEqual(after);
        expect(beginning.slice(after)).not.toMatch(/\s/);
        expect(whole.charAt(beginning.length)).toMatch(/\s/);
      }),
    );
  });

  test('cuts no character in two', () => {
    fc.assert(
      fc.property(text, limit, (given, after) => {
        expect(preview(given, after).isWellFormed()).toBe(true);
      }),
    );
  });
});
