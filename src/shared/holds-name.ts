import { nameForm } from './search-form.ts';

/** Stands behind a name, and is no part of it. */
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/**
 * Whether a text has the first and the last word of a name, in any order: 'Ito, Kim' and 'Kim A. Ito Realty' have Kim
 * Alexandra Ito. A name of one word is in no longer text.
 */
export function holdsName(text: string, name: string): boolean {
  const names = wordsOf(name).filter((word) => word.length > 1 && !suffixes.has(word));
  const words = new Set(wordsOf(text));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  return names.length > 1 && words.has(first) && words.has(last);
}

const wordsOf = (text: string): string[] =>
  nameForm(text)
    .replaceAll("'", '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
