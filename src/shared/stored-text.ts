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
