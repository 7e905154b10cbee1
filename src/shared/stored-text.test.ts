import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName } from './stored-text.ts';

describe('displayName', () => {
  it.each([
    ['Ana Ortiz', 'Ana Ortiz'],
    ['Zoë O’Brien-Ñandú', 'Zoë O’Brien-Ñandú'],
    ['王小明 · 李', '王小明 · 李'],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ['ശ്രീമാന്‍', 'ശ്രീമാന്‍'],
    ['ශ්‍රී', 'ශ්‍රී'],
    ['葛\u{E0100}城', '葛\u{E0100}城'],
    ['The 👨‍👩‍👧‍👦 family', 'The 👨‍👩‍👧‍👦 family'],
    ['👩🏽‍💻 🏳️‍🌈 ❤️ 1️⃣', '👩🏽‍💻 🏳️‍🌈 ❤️ 1️⃣'],
    ['\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ])('leaves %j as it is', (name, expected) => {
    expect(displayName(name)).toBe(expected);
  });

  it.each([
    ['\u202Egnp.exe\u202C', 'gnp.exe'],
    ['\u2067Ana\u2069 \u200EOrtiz\u200F\u061C', 'Ana Ortiz'],
    ['\u202A(555) 010-0142\u202C', '(555) 010-0142'],
    ['A\u200Bn\u2060a\uFEFF', 'Ana'],
    ['Real\u00ADtor', 'Realtor'],
    ['Ana\tOrtiz\r\nBroker\u2028Agent', 'Ana Ortiz  Broker Agent'],
    ['An\u0007a\u009F\u001B', 'Ana'],
    ['A\u200Cn\u200Da', 'Ana'],
    ['Ana\u200D👩', 'Ana👩'],
    ['👩\u200D', '👩'],
    ['می\u200C\u200C\u200Cخواهم', 'می\u200Cخواهم'],
    ['علی\u200C', 'علی'],
    ['A\uFE0Fna\u{E0041}', 'Ana'],
    ['\u3164Ana\u115F', 'Ana'],
  ])('removes from %j what is invisible', (typed, name) => {
    expect(displayName(typed)).toBe(name);
  });

  it('leaves NUL, which the schema rejects with a message', () => {
    expect(displayName('A\0\u200Bna')).toBe('A\0na');
  });

  it('is idempotent, and removes nothing visible', () => {
    const awkward = fc.constantFrom(
      ...'\u200C\u200D\uFE0F\u202E\u2066\u200B\n\t\u0301a م ی क ् 👩 🏽 葛'.split(' '),
      ...'\u200C\u200D\uFE0F\u202E\n',
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 1 })) }),
        (text) => {
          const name = displayName(text);
          expect(displayName(name)).toBe(name);
          const seen = (given: string) =>
            given.replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\uFFF9-\uFFFB]/gu, '');
          expect(seen(name)).toBe(seen(text));
          expect(name).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\u2028\u2029\n\r\t]/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
