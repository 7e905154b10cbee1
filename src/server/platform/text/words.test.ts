import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningsOf, searchedWords, wordsOf } from './words.ts';

describe('wordsOf', () => {
  it('are small, bare of accents and punctuation, and each there once', () => {
    expect(wordsOf('Café “CAFÉ” — open-house; 2BR/1BA, Москва 東京 (Ⅸ)')).toEqual([
      'cafe',
      'open',
      'house',
      '2br',
      '1ba',
      'москва',
      '東京',
      'ix',
    ]);
    expect(wordsOf('!? — 🏡')).toEqual([]);
  });

  it('are never longer than an index allows, and never half a character', () => {
    expect(wordsOf('a'.repeat(5000))).toEqual(['a'.repeat(40)]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        // One `expect` for all: it costs more than the words.
        expect(wordsOf(text).filter((word) => !/^[\p{L}\p{N}]{1,40}$/u.test(word))).toEqual([]);
      }),
    );
  });

  it('are the same of a text in capitals with accents as of the plain one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('ana', 'lot', 'escrow', '92614')), (words) => {
        const loud = words.map((word) => `${word.toUpperCase().replaceAll('A', 'Á')}!`).join(' ');
        expect(wordsOf(loud)).toEqual([...new Set(words)]);
      }),
    );
  });
});

describe('searchedWords', () => {
  it('are the first four of at least two letters, or a sign that is a word', () => {
    expect(searchedWords('a 1 Ä é I open 2br house É ab cd ef')).toEqual(['open', '2br', 'house', 'ab']);
    expect(searchedWords('平 を 한')).toEqual(['平', 'を', '한'.normalize('NFKD')]);
    expect(searchedWords('a, b - c!')).toEqual([]);
  });
});

describe('beginningsOf', () => {
  it('are each word and its beginnings of two letters or more, each once', () => {
    expect(beginningsOf(['the', 'then', 'a', '7'])).toEqual(['th', 'the', 'then']);
  });

  it('begin with one Chinese or Japanese character', () => {
    expect(beginningsOf(['平屋'])).toEqual(['平', '平屋']);
  });
});
