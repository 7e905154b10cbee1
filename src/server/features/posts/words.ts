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
