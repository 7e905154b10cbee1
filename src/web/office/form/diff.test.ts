import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordDiff } from '../../../shared/review/word-diff.ts';
import { mergeParagraphs } from './merge-paragraphs.ts';
import { merge } from './versions.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');

describe('the difference of two texts', () => {
  test.each([
    ['', '', ''],
    ['', 'New.', '{+New.+}'],
    ['Same.', 'Same.', 'Same.'],
    ['A flat fee.', 'A low flat fee.', 'A {+low +}flat fee.'],
    ['It costs $399.', 'It costs $499.', 'It costs $[-399-]{+499+}.'],
    ['One\nTwo\nThree', 'One\nThree', 'One\n[-Two\n-]Three'],
  ])('%j → %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '\n\n', 'é', '文'))
    .map((all) => all.join(''));

  test('holds both texts whole', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        const without = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text);
        expect(without('added').join('')).toBe(before);
        expect(without('removed').join('')).toBe(after);
      }),
    );
  });

  test('of long texts without anything in common is the one and the other', () => {
    const long = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join('\n');
    expect(wordDiff(long('a'), long('b')).filter(({ kind }) => kind !== 'same').length).toBeLessThan(100);
  });
});

describe('two changes of a text', () => {
  const base = 'One.\n\nTwo.\n\nThree.';

  test.each([
    [
      'One, mine.\n\nTwo.\n\nThree.',
      'One.\n\nTwo.\n\nThree, theirs.',
      'One, mine.\n\nTwo.\n\nThree, theirs.',
    ],
    ['One.\n\nThree.', 'One.\n\nTwo.\n\nThree.\n\nFour, theirs.', 'One.\n\nThree.\n\nFour, theirs.'],
    [`${base}\n\nMine.`, `${base}\n\nTheirs.`, `${base}\n\nTheirs.\n\nMine.`],
    [`${base}\n\nThe same.`, `${base}\n\nThe same.`, `${base}\n\nThe same.`],
    [
      'One.\n\nNew, mine.\n\nTwo.\n\nThree.',
      'One.\n\nTwo, theirs.\n\nThree.',
      'One.\n\nNew, mine.\n\nTwo, theirs.\n\nThree.',
    ],
    [
      'One.\n\nTwo, mine.\n\nThree.',
      'One.\n\nNew.\n\nTwo.\n\nThree.',
      'One.\n\nNew.\n\nTwo, mine.\n\nThree.',
    ],
  ])('%j and %j become one', (mine, theirs, both) => {
    expect(mergeParagraphs(base, mine, theirs)).toBe(both);
  });

  test('of one paragraph: mine stands', () => {
    const merged = mergeParagraphs(base, 'One.\n\nTwo, mine.\n\nThree.', 'One.\n\nTwo, theirs.\n\nThree!');
    expect(merged).toBe('One.\n\nTwo, mine.\n\nThree!');
  });

  test('of a field that was empty: mine stands', () => {
    expect(merge({ cover: '', url: '' }, { cover: 'a', url: '' }, { cover: 'b', url: 'c' })).toEqual({
      cover: 'a',
      url: 'c',
    });
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }).map((all) => all.join('\n\n'));

  test('with one side unchanged are the other, and lose no new paragraph of mine', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(mergeParagraphs(one, other, one)).toBe(other);
        expect(mergeParagraphs(one, one, other)).toBe(other);
        expect(mergeParagraphs(one, other, other)).toBe(other);
        expect(mergeParagraphs(one, `${other}\n\nmine`, one)).toContain('mine');
        expect(mergeParagraphs(one, `mine\n\n${one}`, other)).toContain('mine');
      }),
    );
  });
});
