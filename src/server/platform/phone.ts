import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import { plainForm } from '../../shared/search/search-form.ts';

/** Where a number without a country code is dialed. */
const country = 'US';

/** Such as 1-800-FLOWERS and 310 555-CALL. */
const withLetters =
  /(?<=(?<!\d)[2-9]\d\d\)?[-. ]{1,2})(?=[-\d]{0,7}[a-z])(?:[a-z\d]{3}-?[a-z\d]{4}|[a-z]{7})(?![a-z\d])/g;
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string) => String(keys.findIndex((key) => key.includes(letter)) + 2);

/** Letters that are typed and scanned for 0 and 1: between two digits, or after one. */
const misread = /(?<=\d[-. ()]{0,2})[oil]{1,4}(?=[-. ()]{0,2}\d)|(?<=\d)[oil]{1,4}(?![a-z])/g;
const digitOf = (letters: string) => letters.replaceAll('o', '0').replace(/[il]/g, '1');

/** One letter among digits is no word, nor are those that stand for digits. */
const digitsOfWord = (group: string) =>
  /^\d*(?:[a-z]\d*)?$/.test(group) || /^(?=.*\d)[\doil]*$/.test(group)
    ? group
    : group.replace(/[a-z]/g, keyOf);

interface PhoneNumber {
  /** E.164, such as '+13105550142'. */
  number: string;
  /** Its digits without the country code. */
  national: string;
  /** Digits, or ''. */
  extension: string;
}

/**
 * The numbers in what someone typed into a field for a phone, however they are written (docs/product.md P16.16): those with an
 * area code that exist, of the United States unless they say another country.
 */
export function phoneNumbersIn(text: string): PhoneNumber[] {
  const plain = withDigits(text);
  const found = findPhoneNumbersInText(plain, country);
  // Only where there is no number without: "o" is also a word, and a letter at the end a remark.
  const read = found.length > 0 ? found : findPhoneNumbersInText(plain.replace(misread, digitOf), country);
  return read.map(({ number }) => ({
    number: number.number,
    national: number.nationalNumber,
    extension: number.ext ?? '',
  }));
}

/** As the library reads it: in the plain form, and with the digits of a number in words. */
const withDigits = (text: string) =>
  plainForm(text)
    // A form put a plus before another, and 00 is the plus of most other countries.
    .replace(/\+{2,}/g, '+')
    .replace(/^00 ?(?=[1-9])/, '+')
    // Between the groups on printed cards.
    .replace(/(?<=\d) ?[·•∙_~] ?(?=\d)/g, '.')
    // Between two numbers; the library takes what follows a comma for an extension.
    .replace(/,|;(?!ext=)/g, ' / ')
    .replace(withLetters, (groups) => groups.replace(/[a-z\d]+/g, digitsOfWord));

/** Two numbers with an equal key are one: the first number of the field; null where there is none. */
export const toPhoneKey = (text: string): string | null => phoneNumbersIn(text)[0]?.number ?? null;

/** The address that dials the first number, with its extension; '' for a text without digits. */
export function dialedBy(text: string): string {
  const [first] = phoneNumbersIn(text);
  if (first) return `tel:${first.number}${first.extension && `;ext=${first.extension}`}`;
  // Without an area code: as it is typed, without what follows the digits.
  const typed = plainForm(text).replace(/^(?!ext)[a-z]{2,}[:. ]{1,2}(?=[+(\d])/, '');
  const end = typed.search(/[a-z#;,/]|$/);
  const [before, after] = [typed.slice(0, end), typed.slice(end)];
  const digits = before.replace(/[^\d+]/g, '');
  // A number whose end is cut is one of another person.
  const isCut =
    digits.length < 7 && (/\d/.test(after) || /[-.]$/.test(before)) && !/^(?:[#;,/]|x|ext)/.test(after);
  return digits === '' || isCut ? '' : `tel:${digits}`;
}

/**
 * The digits by which a search finds a phone number, stored with the country code or without; undefined for a search
 * for something else.
 */
export function digitsToSearch(search: string): string | undefined {
  if (search.includes('@')) return undefined;
  const [first] = phoneNumbersIn(search);
  if (first) return first.national;
  const digits = plainForm(search)
    .replace(/^\+1(?=\D|\d)/, '')
    .replace(/[\s().+/-]/g, '');
  return /^\d{3,}$/.test(digits) ? digits : undefined;
}
