/** Free of zod: contracts and office forms use it. */

/** False for NUL and lone surrogates, which databases reject. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * False for over 30 combining marks in a row (UAX 15): normalizing them is quadratic, 170,000 took 20 s. The
 * lookbehind tests each run of marks only once: ten times as fast.
 */
export const isQuicklyNormalized = (text: string): boolean => !/(?<!\p{M})\p{M}{31}/u.test(text);

/** White space, control characters, and invisible ones: a zero-width space, a Hangul filler. */
const nothingToSee = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for text without a visible character. */
export const isBlank = (text: string): boolean => nothingToSee.test(text);

/** Replaces text without a visible character by ''. */
export const withoutInvisible = (text: string): string => (isBlank(text) ? '' : text);

export const notStorable = (label: string): string => `${label} contains characters that cannot be stored`;

const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** False for text with a line break, tab or other control character inside; `isStorable` checks NUL. */
export const isOneLine = (text: string): boolean =>
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text.trim().replaceAll('\0', ''));

const controlOrFormat = /[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]/u;

/** Control and format characters; `isStorable` rejects NUL. */
const isInvisible = (character: string) => controlOrFormat.test(character) && character !== '\0';

/** Scripts in which a joiner changes letters: Persian, Urdu, Hindi, Sinhala … */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;

/**
 * Returns a name or title as one line: line breaks become blanks, invisible characters from pasting are dropped
 * (docs/product.md P5.11). Joiners, variation selectors and tags stay where a script or an emoji needs them.
 */
export function displayName(text: string): string {
  if (!controlOrFormat.test(text)) return text;
  const characters = Array.from(text);
  const visibleAfter: (string | undefined)[] = [];
  let visible: string | undefined;
  for (let at = characters.length - 1; at >= 0; at--) {
    visibleAfter[at] = visible;
    const character = characters[at] ?? '';
    if (!isInvisible(character) || lineBreak.test(character)) visible = character;
  }
  let name = '';
  let before = '';
  for (const [at, character] of characters.entries()) {
    const shown = lineBreak.test(character) ? ' ' : character;
    if (isInvisible(shown) && !isNeeded(shown, before, visibleAfter[at] ?? '')) continue;
    name += shown;
    before = shown;
  }
  return name;
}

/** True if an invisible character changes how `before` or `after` is shown. */
function isNeeded(character: string, before: string, after: string): boolean {
  if (character === '\u200C') return joining.test(before) && joinsOn(before, after);
  if (character === '\u200D') {
    if (pictograph.test(before)) return /\p{Extended_Pictographic}/u.test(after);
    return joining.test(before) && joinsOn(before, after);
  }
  if (/[\uFE0E\uFE0F]/.test(character)) return /\p{Emoji}/u.test(before);
  if (/[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u.test(character)) return /\p{scx=Han}/u.test(before);
  if (/[\u180B-\u180D\u180F]/.test(character)) return /\p{scx=Mong}/u.test(before);
  return /[\u{E0020}-\u{E007F}]/u.test(character) && /[\u{1F3F4}\u{E0020}-\u{E007E}]/u.test(before);
}

/** At the end of a word a joiner matters only after a mark such as a virama. */
const joinsOn = (before: string, after: string) => joining.test(after) || /\p{Mn}/u.test(before);
