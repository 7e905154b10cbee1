import { z } from 'zod';

/** Building blocks of the contract's schemas: the field rules of product.md, each in one place. */

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** What is missing and what has the wrong type get different words, but the same status. */
const expectText = (label: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required` : `${label} must be text`,
});

/** Text a person must fill in: NFC-normalised, trimmed, not blank, at most `max` characters. */
export const requiredText = (label: string, max: number) =>
  z
    .string(expectText(label))
    .normalize('NFC')
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} characters`)
    .refine(isStorable, `${label} contains characters that cannot be stored`);

/** Text that may be left out or blank; same normalisation. */
export const optionalText = (label: string, max: number) =>
  z
    .string(`${label} must be text`)
    .normalize('NFC')
    .trim()
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} characters`)
    .refine(isStorable, `${label} contains characters that cannot be stored`);

/** An e-mail address: trimmed and lower-cased, at most 254 characters. */
export const email = (message = 'Please include a valid email') =>
  z.string(message).trim().toLowerCase().max(254, message).regex(z.regexes.email, message);

/** An absolute web address; nothing but http and https, so that it can never run as script. */
export const webAddress = (label: string) =>
  requiredText(label, 2048).refine(
    isWebAddress,
    `${label} must be a web address starting with https:// or http://`,
  );

/** True for an absolute http or https address. */
export function isWebAddress(value: string): boolean {
  // The lib of shared/ has no URL class; the pattern asks for scheme, host and no white space.
  return /^https?:\/\/[^\s/?#]+\.?[^\s]*$/i.test(value);
}

/** Parameters with an id: a malformed one is simply not there, hence "<Thing> not found" (404). */
export const idParams = (thing: string) =>
  z.object({ id: z.string().regex(idPattern, `${thing} not found`) });

export const id = z.uuid();
export const timestamp = z.iso.datetime();

/** The answer of deletions and other calls that have only a sentence to say. */
export const message = z.strictObject({ msg: z.string() });
