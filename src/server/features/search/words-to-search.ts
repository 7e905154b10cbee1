import { wordsIn } from '../../platform/db/containing.ts';
import { digitsToSearch } from '../../platform/phone.ts';

/** As the index writes them; an address may have more signs, but none differs only there. */
const maxWord = 60;

/** The first four words in their search form, without signs around them; a phone number is one word of digits. */
export function wordsToSearch(search: string): string[] {
  const digits = digitsToSearch(search);
  if (digits !== undefined) return [digits];
  return wordsIn(search)
    .map((word) => (/^[\d().+-]{3,}$/.test(word) ? word.replace(/\D/g, '') : word))
    .map(withoutSigns)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, maxWord));
}

/** Removes signs around a word; addresses that are being typed end in signs. */
function withoutSigns(word: string): string {
  const all = [...word];
  const first = all.findIndex((each) => /[\p{L}\p{N}]/u.test(each));
  return first < 0
    ? ''
    : all.slice(first, all.findLastIndex((each) => /[\p{L}\p{N}@_-]/u.test(each)) + 1).join('');
}

const letters = [...'abcdefghijklmnopqrstuvwxyz-'];
/** All words of two letters are one error from each other. */
const minCorrected = 4;
const maxCorrected = 20;

/**
 * Beginnings of a name that was typed with one error: a letter too much, too little or wrong, or two in the wrong
 * order. None for short words and for numbers, as each number means something else.
 */
export function withoutOneError(word: string): string[] {
  const typed = [...word];
  if (typed.length < minCorrected || typed.length > maxCorrected || !/^[\p{L}'-]+$/u.test(word)) return [];
  const all = new Set<string>();
  for (let place = 0; place <= typed.length; place++) {
    const before = typed.slice(0, place).join('');
    const [first = '', second = '', ...rest] = typed.slice(place);
    const after = second + rest.join('');
    for (const letter of letters) {
      all.add(before + letter + first + after);
      if (first) all.add(before + letter + after);
    }
    if (first) all.add(before + after);
    if (second) all.add(before + second + first + rest.join(''));
  }
  all.delete(word);
  return [...all];
}
