import { z } from 'zod';
import { passwordLength } from './field-limits.ts';
import { undrawable } from './pdf-characters.ts';
import { isBlank, isOneLine, isStorable } from './stored-text.ts';
import {
  emailRules,
  invalidEmail,
  licenseRules,
  nameRules,
  requiredNameRules,
  requiredTextRules,
  slugRules,
  textRules,
  webAddressRules,
} from './text-rules.ts';

/** Schemas of the field rules docs/product.md P5.1 to P5.7. */

export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Missing values and wrong types have different messages but the same status. */
const expectText = (label: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required` : `${label} must be text`,
});

/** Required text: NFC-normalized, trimmed, not blank, at most `max` characters. */
export const requiredText = (label: string, max: number) =>
  z.string(expectText(label)).check(...requiredTextRules(label, max));

/** Optional text, blank allowed; normalized in the same way. */
export const optionalText = (label: string, max: number) =>
  z.string(`${label} must be text`).check(...textRules(label, max));

/** Required name or title: one line without hidden characters (displayName). */
export const requiredName = (label: string, max: number) =>
  z.string(expectText(label)).check(...requiredNameRules(label, max));

/** Optional name or title. */
export const optionalName = (label: string, max: number) =>
  z.string(`${label} must be text`).check(...nameRules(label, max));

/** Required single line. Browsers send no line breaks here: one that has them forges mail headers. */
export const requiredLine = (label: string, max: number) =>
  z
    .string(expectText(label))
    .refine(isOneLine, { error: `${label} must be a single line of text`, abort: true })
    .check(...requiredNameRules(label, max));

/** The license number of the DRE as people copy it, stored as its 8 digits; or ''. */
export const licenseNumber = (label = 'License', error?: string) =>
  z.string(`${label} must be text`).check(...licenseRules(label, error));

/** Refuses characters that a PDF cannot show as typed. */
export const inPdf = (text: z.ZodString, label: string) =>
  text.refine((value) => undrawable(value) === '', {
    error: ({ input }) =>
      `${label} has ${undrawable(String(input))}, which the PDF cannot show: use Latin letters`,
  });

/** The SHA-256 of the shown file, as 64 small hexadecimal digits. */
export const sha256 = z
  .string('The hash must be text')
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'The hash must be 64 hexadecimal digits');

/** Email address as it is stored (cleanEmail), within its max length. */
export const email = (message = invalidEmail) => z.string(message).check(...emailRules(message));

/**
 * A new password, not trimmed (docs/product.md P5.7). The server also rejects common ones, by a list too large for
 * browsers. Sign-in accepts any password: older ones may follow older rules.
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

/** Counts graphemes of the hashed form: an emoji is one, and so is "é" in either encoding. */
const characters = (text: string) => [...normalizedPassword(text)].length;

/** No valid password is longer, even with decomposed accents. */
const maxTypedLength = 1000;

/** NFC form for hashing: keyboards differ in how they send accents. Texts too long to be valid stay unchanged. */
export const normalizedPassword = (password: string): string =>
  password.length > maxTypedLength ? password : password.normalize('NFC');

/** Absolute web address, or the text `or`. */
export const webAddress = (label: string, or = '') =>
  z.string(expectText(label)).check(...webAddressRules(label, or));

export const slug = () => z.string(expectText('Slug')).check(...slugRules());

/** Why a line of a file cannot be taken. */
export const rowError = z.strictObject({ line: z.int(), msg: z.string() }).meta({ id: 'RowError' });

/** Parameters with an id: a malformed id is "<Thing> not found" (404). */
export const idParams = (thing: string) =>
  z.object({ id: z.string().regex(idPattern, `${thing} not found`) });

export const id = z.uuid();
export const timestamp = z.iso.datetime();

/** The name is the present one, or that of the time of writing. */
export const person = z.strictObject({ _id: id, name: z.string() }).meta({ id: 'Person' });

/** When something was noted, and the name of who did it. */
export const noted = z.strictObject({ date: timestamp, by: z.string() }).meta({ id: 'Noted' });

export const count = z.strictObject({ count: z.int() }).meta({ id: 'Count' });

export const message = z.strictObject({ msg: z.string() }).meta({ id: 'Message' });
