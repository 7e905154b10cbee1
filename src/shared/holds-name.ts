import { plainForm } from './search-form.ts';

/** Whether a text has all words of a name, but for initials, in any order: 'Ito, Kim' and 'Kim A. Ito Realty' have Kim A. Ito. */
export function holdsName(text: string, name: string): boolean {
  const names = wordsOf(name).filter((word) => word.length > 1);
  const words = new Set(wordsOf(text));
  return names.length > 1 && names.every((word) => words.has(word));
}

const wordsOf = (text: string): string[] => plainForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];
