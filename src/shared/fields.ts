import { z } from 'zod';
import { figure, maxLengths, passwordLength } from './limits.ts';
import {
  displayName,
  isBlank,
  isOneLine,
  isQuicklyNormalized,
  isStorable,
  notStorable,
  withoutInvisible,
} from './stored-text.ts';
import { isWebAddress } from './web-address.ts';

/** Building blocks of the contract's schemas: the field rules of docs/product.md P5.1 to P5.7, each in one place. */

export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What is missing and what has the wrong type get different words, but the same status. */
const expectText = (label: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required` : `${label} must be text`,
});

/** Text a person must fill in: NFC-normalised, trimmed, not blank, at most `max` characters. */
export const requiredText = (label: string, max: number) =>
  z
    .string(expectText(label))
    .refine(isQuicklyNormalized, { error: notStorable(label), abort: true })
    .normalize('NFC')
    .trim()
    .overwrite(withoutInvisible)
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${figure(max)} characters`)
    .refine(isStorable, notStorable(label));

/** Text that may be left out or blank; same normalisation. */
export const optionalText = (label: string, max: number) =>
  z
    .string(`${label} must be text`)
    .refine(isQuicklyNormalized, { error: notStorable(label), abort: true })
    .normalize('NFC')
    .trim()
    .overwrite(withoutInvisible)
    .max(max, `${label} must be at most ${figure(max)} characters`)
    .refine(isStorable, notStorable(label));

/** A name or title that must be filled in: as `requiredText`, but one line in which nothing is hidden (displayName). */
export const requiredName = (label: string, max: number) =>
  named(z.string(expectText(label)), label, max).min(1, `${label} is required`);

/** A name or title that may be left out or blank. */
export const optionalName = (label: string, max: number) =>
  named(z.string(`${label} must be text`), label, max);

/** A name that no browser sends with a line break in it: such a one comes from somebody who forges mail. */
export const requiredLine = (label: string, max: number) => {
  const error = `${label} must be a single line of text`;
  return named(z.string(expectText(label)).refine(isOneLine, { error, abort: true }), label, max).min(
    1,
    `${label} is required`,
  );
};

const named = (text: z.ZodString, label: string, max: number) =>
  text
    .overwrite(displayName)
    .refine(isQuicklyNormalized, { error: notStorable(label), abort: true })
    .normalize('NFC')
    .trim()
    .overwrite(withoutInvisible)
    .max(max, `${label} must be at most ${figure(max)} characters`)
    .refine(isStorable, notStorable(label));

/** An e-mail address: trimmed and lower-cased, within its max length. */
export const email = (message = 'Please include a valid email') =>
  z
    .string(message)
    .trim()
    .toLowerCase()
    // One message is enough for an address that is too long and no address besides.
    .max(maxLengths.email, { error: message, abort: true })
    .regex(z.regexes.email, message);

/**
 * A password that is being set, within `passwordLength`, never trimmed. The server refuses common ones besides, by a list
 * that no browser should load. At sign-in any password goes, as older ones may follow older rules
 * (docs/product.md P5.7).
 */
export const newPassword = () =>
  z
    .string('Password is required')
    .refine(isStorable, 'Password contains characters that cannot be stored')
    .refine(
      (password) => password.length <= maxTypedLength && characters(password) <= passwordLength.max,
      `Password must have at most ${passwordLength.max} characters`,
    )
    .refine((password) => characters(password) >= passwordLength.min && !isBlank(password), {
      error: ({ input }) => passwordError(String(input)),
    });

function passwordError(password: string): string {
  if (password === '') return 'Password is required';
  return isBlank(password)
    ? 'Password must not be blank'
    : `Password must have at least ${passwordLength.min} characters`;
}

/** Counts what a person would, of what is hashed: an emoji is one character, and so is "é" however it is typed. */
const characters = (text: string) => [...normalizedPassword(text)].length;

/** No password that fits is longer, however its accents are typed. */
const maxTypedLength = 1000;

/** A password as it is hashed: keyboards differ in how they send an accent. What is too long anyway stays as it is. */
export const normalizedPassword = (password: string): string =>
  password.length > maxTypedLength ? password : password.normalize('NFC');

/** An absolute web address; nothing but http and https, so that it can never run as script. */
export const webAddress = (label: string) =>
  requiredText(label, maxLengths.webAddress).refine(
    isWebAddress,
    `${label} must be a web address starting with https:// or http://`,
  );

/** Parameters with an id: a malformed one is simply not there, hence "<Thing> not found" (404). */
export const idParams = (thing: string) =>
  z.object({ id: z.string().regex(idPattern, `${thing} not found`) });

export const id = z.uuid();
export const timestamp = z.iso.datetime();

/** Somebody by the name they have, or had when it was written down. */
export const person = z.strictObject({ _id: id, name: z.string() });

/** How many there are of something. */
export const count = z.strictObject({ count: z.int() });

/** The answer of deletions and other calls that have only a sentence to say. */
export const message = z.strictObject({ msg: z.string() });
