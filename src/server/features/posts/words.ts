/** Longer ones count as several: an index takes no words of any length. */
const word = /[\p{L}\p{N}]{1,40}/gu;

/**
 * The words of a text as they are searched, each once: letters and digits of every script, small, without accents and
 * other marks. What is written and what is asked for is cut by this alone, so both engines find the same.
 */
export const wordsOf = (text: string): string[] => [
  // Marks go first: rows of them take the square of their number to normalise.
  ...new Set(withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase().match(word)),
];

const withoutMarks = (text: string) => text.replaceAll(/\p{M}/gu, '');

const maxSearched = 4;
/** A sign of Chinese or Japanese is a word; a letter alone is the beginning of too many. */
const searchable = /^(?:..|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/u;

/** The words that a search is for: the first four of at least two letters; the others are ignored. */
export const searchedWords = (search: string): string[] =>
  wordsOf(search)
    .filter((each) => searchable.test(each))
    .slice(0, maxSearched);
