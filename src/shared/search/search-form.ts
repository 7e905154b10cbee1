import { isQuicklyNormalized } from '../stored-text.ts';

/** Free of zod: the office and the server compare with it what people type. */

/** Signs that phones, Word and the web put for one of the keyboard: before NFKD, which makes an accent of some. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/[`´‘’‚‛ʹʻʼʽˈʾʿ′‵＇]/g, "'"],
  [/[‐‑‒–—―−⁃﹘﹣－]/g, '-'],
  [/[“”„‟″«»＂]/g, '"'],
];

/** With the apostrophes, hyphens and quotation marks of the keyboard. */
export function withPlainSigns(text: string): string {
  let plain = text;
  for (const [sign, written] of signs) plain = plain.replace(sign, written);
  return plain;
}

/** Letters that Unicode does not take apart. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ə: 'e',
  ς: 'σ',
};

/** Accents on letters; the vowel signs of Hindi and the like are letters of their own. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

const showsNothing = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/**
 * Maps texts that people take for the same to one form: without case, accents, invisible characters and the differences
 * of apostrophes, hyphens and spaces (docs/product.md P5.12). Never stored in place of what was typed.
 */
export function plainForm(text: string): string {
  // Plain already, as most texts are.
  if (/^[ -_a-~]*$/.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  let plain = withPlainSigns(text.replace(showsNothing, ''));
  // To normalize a long row of marks takes a time that is quadratic in its length.
  if (!isQuicklyNormalized(plain)) plain = plain.replace(accents, '');
  if (isQuicklyNormalized(plain)) plain = plain.normalize('NFKD');
  plain = plain.replace(accents, '').toLowerCase();
  plain = plain.replace(/[^ -~]/g, (letter) => letters[letter] ?? letter);
  if (isQuicklyNormalized(plain)) plain = plain.normalize('NFC');
  return plain.replace(/\s+/g, ' ').trim();
}

/**
 * The plain form for searching also drops apostrophes: "obrien" finds O'Brien. The database has it as `search_form`.
 */
export const searchForm = (text: string): string =>
  plainForm(text).replaceAll("'", '').replace(/ {2,}/g, ' ').trim();

/** A name as people compare names: full stops, commas and spaces between initials make no other one. */
export const nameForm = (name: string): string =>
  plainForm(name)
    .replace(/[.,\s]+/g, ' ')
    .trim()
    .replace(/(?<![^ ])(\p{L}) (?=\p{L}(?: |$))/gu, '$1');

/** Whether two names are one to a person who reads both. */
export const isSameName = (one: string, other: string): boolean => nameForm(one) === nameForm(other);

/** A code as phones and authenticator apps give it: without spaces, hyphens and what shows nothing, with plain digits. */
export const typedCode = (text: string): string => plainForm(text).replace(/[\s-]/g, '');
