/** What text may be, for the contract and for the forms of the office alike: without zod, which comes in two sizes. */

/** NUL and halves of characters fit into no database. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Accents upon accents take the square of their number to normalise: 170,000 held everybody up for 20 seconds. No
 * writing has more than 30 on one letter (Unicode's stream-safe text, UAX 15). Looked for at the first accent of a row
 * only, which makes it ten times as fast.
 */
export const isQuicklyNormalized = (text: string): boolean => !/(?<!\p{M})\p{M}{31}/u.test(text);

/** Blanks, control characters, and what takes no room or shows nothing: a zero-width space, a Hangul filler. */
const nothingToSee = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for text in which nobody could see anything. */
export const isBlank = (text: string): boolean => nothingToSee.test(text);

/** What nobody could see becomes blank; anything else stays as it is. */
export const withoutInvisible = (text: string): string => (isBlank(text) ? '' : text);

export const notStorable = (label: string): string => `${label} contains characters that cannot be stored`;

const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** False for text with a line break, tab or other control character inside; NUL is for `isStorable`. */
export const isOneLine = (text: string): boolean =>
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text.trim().replaceAll('\0', ''));

const controlOrFormat = /[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]/u;

/** Control and format characters that show nothing; NUL is for `isStorable` to refuse. */
const isInvisible = (character: string) => controlOrFormat.test(character) && character !== '\0';

/** Scripts in which a joiner or non-joiner changes letters: Persian, Urdu, Hindi, Sinhala … */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;

/**
 * A name or title as it is stored: one line in which nothing is hidden (docs/product.md P5.11). Line breaks and tabs
 * become blanks. Whatever shows nothing goes without a word, since it comes along when people paste: marks, overrides
 * and isolates of direction, zero-width characters, soft hyphens, control characters. What letters or pictures need
 * stays: joiners within the scripts and emoji that have them, and variation selectors and tags behind what they vary.
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
    const kept = lineBreak.test(character) ? ' ' : character;
    if (isInvisible(kept) && !isNeeded(kept, before, visibleAfter[at] ?? '')) continue;
    name += kept;
    before = kept;
  }
  return name;
}

/** Whether a character that shows nothing by itself changes how `before` or `after` are shown. */
function isNeeded(character: string, before: string, after: string): boolean {
  if (character === '\u200C') return joining.test(before) && joinsOn(before, after);
  if (character === '\u200D') {
    if (pictograph.test(before)) return /\p{Extended_Pictographic}/u.test(after);
    return joining.test(before) && joinsOn(before, after);
  }
  if (/[\uFE0E\uFE0F]/.test(character)) return /\p{Emoji}/u.test(before);
  if (/[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u.test(character)) return /\p{scx=Han}/u.test(before);
  if (/[\u180B-\u180D\u180F]/.test(character)) return /\p{scx=Mong}/u.test(before);
  // The flags of England, Scotland and Wales.
  return /[\u{E0020}-\u{E007F}]/u.test(character) && /[\u{1F3F4}\u{E0020}-\u{E007E}]/u.test(before);
}

/** At the end of a word a joiner matters only behind a sign such as a virama. */
const joinsOn = (before: string, after: string) => joining.test(after) || /\p{Mn}/u.test(before);
