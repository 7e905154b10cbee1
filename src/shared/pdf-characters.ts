import { withPlainSigns } from './search/search-form.ts';

/** Characters that no face of our PDFs has; a test holds this against the files of the faces. */
const notDrawn =
  /[^\s -~\u00a0-\u0131\u0134-\u0148\u014a-\u017e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u2212]/gu;

/** To normalize takes a time that is quadratic in the length of such a run. */
const manyMarks = /\p{M}(?=\p{M}{7})/u;

/** Shows nothing and changes nothing that is read; marks of direction do. */
const nothing = /^[\u00ad\u200b-\u200d\u2060\ufeff]$/;

/**
 * A text as a PDF of ours shows it: a hyphen, apostrophe, space or letter of full width that no face has as that of the
 * keyboard, which people take for the same (docs/product.md P5.12).
 */
export const asDrawn = (text: string): string =>
  text
    .normalize('NFC')
    .replace(notDrawn, (character) =>
      nothing.test(character) ? '' : withPlainSigns(character).normalize('NFKC'),
    );

/** The first character that a PDF of ours cannot show, with its number; '' when it shows all of it. */
export function undrawable(text: string): string {
  const [character] = manyMarks.exec(text) ?? asDrawn(text).match(notDrawn) ?? [];
  if (character === undefined) return '';
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  // A mark without a letter, and an invisible character, would not be seen between quotation marks.
  return /^[\p{M}\p{C}]$/u.test(character) ? `U+${code}` : `“${character}” (U+${code})`;
}
