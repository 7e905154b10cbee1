import { plainForm } from '../../../shared/search/search-form.ts';

/** Splits longer ones: an index limits the length of a word. */
const word = /[\p{L}\p{N}]{1,40}/gu;

/**
 * The distinct words of a text in their plain form (docs/product.md P5.12), without vowel signs either; those with an apostrophe
 * also as one.
 */
export function wordsOf(text: string): string[] {
  const plain = withoutMarks(text);
  // "o'brien" is also written "obrien".
  const whole = plain
    .split(/[^\p{L}\p{N}']+/u)
    .filter((each) => each.includes("'"))
    .map((each) => each.replaceAll("'", ''));
  return [...new Set([...(plain.match(word) ?? []), ...(whole.join(' ').match(word) ?? [])])];
}

/** Marks first: normalizing long rows of them takes quadratic time. */
const withoutMarks = (text: string) =>
  plainForm(text.replaceAll(/\p{M}/gu, '')).normalize('NFKD').replaceAll(/\p{M}/gu, '');

const maxSearched = 4;
/** One Chinese or Japanese character is a word; a single letter is a prefix of too many. */
const searchable = /^(?:..|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/u;

/** The first four words of at least two letters. */
export const searchedWords = (search: string): string[] =>
  [...new Set(withoutMarks(search).match(word))]
    .filter((each) => searchable.test(each))
    .slice(0, maxSearched);

/**
 * Lists the beginnings by which a search finds a text with `words`: each word, and its first letters from two on, or
 * from one Chinese or Japanese character on.
 */
export function beginningsOf(words: string[]): string[] {
  const all = new Set<string>();
  for (const each of words) {
    let beginning = '';
    for (const letter of each) {
      beginning += letter;
      if (beginning !== letter || searchable.test(letter)) all.add(beginning);
    }
  }
  return [...all];
}
