import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedNames, writtenNames } from '../test/written-names.ts';
import { isSameName, plainForm, searchForm } from './shared/search/search-form.ts';

describe('a name', () => {
  const pairs = signedNames.flatMap(({ name, typed }) => typed.map((each) => [name, each] as const));

  it.each(pairs)('%j is that of who types %j', (name, typed) => {
    expect(isSameName(typed, name)).toBe(true);
  });

  it.each(signedNames.map(({ name, other }) => [name, other]))('%j is not %j', (name, other) => {
    expect(isSameName(other, name)).toBe(false);
  });
});

describe('a text to be compared', () => {
  const apostrophe = fc.constantFrom(..."'’‘ʼʻ`");
  const hyphen = fc.constantFrom(...'-‐‑–—');
  const space = fc.constantFrom(' ', '\u00a0', '\u2009', '\u3000', '  ', '\t', ' \u200b');
  const nothing = fc.constantFrom('', '\u200b', '\u00ad', '\u200e', '\u202a', '\ufeff', '\u2060');
  const written = fc
    .record({
      name: fc.constantFrom(...writtenNames.map(({ name }) => name)),
      apostrophe,
      hyphen,
      space,
      nothing,
    })
    .chain((signs) =>
      fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD').map((form) => ({
        name: signs.name,
        typed:
          signs.nothing +
          signs.name
            .normalize(form)
            .replace(/['ʻ]/g, signs.apostrophe)
            .replace(/-/g, signs.hyphen)
            .replace(/ /g, signs.space),
      })),
    );

  it('has one form, however it is written', () => {
    fc.assert(
      fc.property(written, ({ name, typed }) => {
        expect(plainForm(typed)).toBe(plainForm(name));
        expect(plainForm(typed.toUpperCase().replaceAll('SS', 'ß'))).toBe(plainForm(name));
      }),
    );
  });

  it('has a form that is its own form, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ max: 0x2ff00, min: 0 }), { maxLength: 30 }), (codes) => {
        const text = String.fromCodePoint(...codes);
        expect(plainForm(plainForm(text))).toBe(plainForm(text));
        expect(searchForm(searchForm(text))).toBe(searchForm(text));
      }),
    );
  });

  it('keeps the letters of other scripts', () => {
    expect(plainForm('नरेंद्र 佐々木 がく 김민준 Иван')).toBe('नरेंद्र 佐々木 がく 김민준 иван');
  });
});
