/** Contracts allow more, but no mail needs it. */
const maxNameInMail = 60;
/** A longer one is a name only if it is written as one: it could be a sentence. */
const shortName = 40;

/** Initials such as "J.R.", titles such as "Dr." and a suffix such as ", Jr.": no other full stop, as of a web address. */
const withStops =
  /(?<=^|[ .])\p{Lu}\.(?=\p{Lu}\.|[ ,]|$)|(?<=^| )(?:Dr|Mrs?|Ms|Mx|St|Ste|Prof|Rev|Fr|Sr|Jr|Esq|Hon|Capt|Col|Lt|Sgt)\.(?= |$)/gu;
/** As in "Robert (Bob) Lee". */
const nickname = / \((\p{Lu}[\p{L}\p{M}'’-]*)\)(?= |$)/u;
const suffix = /, (?=(?:Jr|Sr|Esq|II|III|IV)$)/u;

const nameForm = /^[\p{L}'’‘ʻʼ][\p{L}\p{M} '’‘ʻʼ‐‑-]*$/u;
const capitalized =
  /^(?:\p{Lu}.*|de|del|la|las|los|el|y|e|da|do|dos|das|di|du|le|van|von|der|den|ten|bin|binti|ibn|al)$/u;

/** Invisible characters, the tone letters of Lisu that look like the dots of a web address, and piles of marks. */
const disguises = /\p{Default_Ignorable_Code_Point}|[\u{a4f8}-\u{a4fd}]|\p{M}{4}/u;

/** Letters, marks, spaces, hyphens, apostrophes, the full stops of initials and titles, one nickname: nothing of a web address. */
export const looksLikeName = (typed: string): boolean =>
  typed.length <= maxNameInMail &&
  nameForm.test(
    typed
      .replace(nickname, ' $1')
      .replace(withStops, (stopped) => stopped.slice(0, -1))
      .replace(suffix, ' '),
  ) &&
  !disguises.test(typed) &&
  (typed.length <= shortName || typed.split(' ').every((word) => capitalized.test(word)));

/**
 * An automatic email holds a typed text in this form only: a name, or `fallback` where it does not look like one. So no
 * one can send words or web addresses in the name of the office (docs/security.md S7.6).
 */
export const nameInMail = (typed: string, fallback = 'there'): string =>
  looksLikeName(typed) ? typed : fallback;

/** A number, words with a capital or of digits, and no full stop but behind a short word such as "St.". */
const addressForm =
  /^\d{1,6}(?:[A-Z]|-\d{1,2}|\/\d)?(?: \d\/\d)?(?:,? (?:#?(?:\p{Lu}[\p{L}\p{M}'’-]*|\d{1,5}(?:st|nd|rd|th|[A-Z])?|de|del|la|las|los|of|the)(?:(?<=\b[\p{L}]{1,4})\.)?)){1,12}(?:(?<=\d{5})-\d{4})?$/u;
const phoneNumber = /(?<!\d)\d{3}[ -]\d{4}/;

/**
 * A property of a closing in an automatic email: a street address, as members type them, or '' for anything else
 * (docs/security.md S7.6).
 */
export const propertyInMail = (typed: string): string =>
  typed.length <= maxNameInMail &&
  addressForm.test(typed) &&
  !phoneNumber.test(typed) &&
  !disguises.test(typed)
    ? typed
    : '';
