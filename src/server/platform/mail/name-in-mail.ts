/** Contracts allow more, but no mail needs it. */
const maxNameInMail = 40;

const nameForm = /^[\p{L}'’‘][\p{L}\p{M} '’‘‐-]*$/u;

/** What shows nothing, the tone letters of Lisu that look like the dots of a web address, and marks in piles. */
const disguises = /\p{Default_Ignorable_Code_Point}|[\u{a4f8}-\u{a4fd}]|\p{M}{4}/u;

/** Letters, marks, spaces, hyphens and apostrophes: no digit, no dot, no line break, nothing of a web address. */
export const looksLikeName = (typed: string): boolean =>
  typed.length <= maxNameInMail && nameForm.test(typed) && !disguises.test(typed);

/**
 * The only form in which an automatic mail holds what somebody typed: a name, or `fallback` where it does not look like one.
 * So nobody sends words or web addresses in the name of the office (docs/security.md S7.6).
 */
export const nameInMail = (typed: string, fallback = 'there'): string =>
  looksLikeName(typed) ? typed : fallback;
