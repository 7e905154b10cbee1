import * as z from 'zod/mini';
import { cleanEmail, emailPattern } from './email-address.ts';
import { figure, maxLengths } from './field-limits.ts';
import { licenseDigits } from './licenses/license-number.ts';
import {
  displayName,
  isQuicklyNormalized,
  isStorable,
  notStorable,
  withoutInvisible,
} from './stored-text.ts';
import { isPublicAddress, isWebAddress, notPublic } from './web-address.ts';

/**
 * The field rules docs/product.md P5.1 to P5.6, for the contract and for forms: in zod's small form, which browsers load.
 * Each returns the checks of a string schema. `max` is in characters as stored.
 */

type Rules = z.core.$ZodCheck<string>[];

/** NFC-normalized, trimmed, without what is invisible. */
export const textRules = (label: string, max: number): Rules => [
  z.refine(isQuicklyNormalized, { error: notStorable(label), abort: true }),
  z.normalize('NFC'),
  z.trim(),
  z.overwrite(withoutInvisible),
  z.maxLength(max, `${label} must be at most ${figure(max)} characters`),
  z.refine(isStorable, notStorable(label)),
];

export const requiredTextRules = (label: string, max: number): Rules => [
  ...textRules(label, max),
  z.minLength(1, `${label} is required`),
];

/** A name or title: one line without hidden characters (displayName). */
export const nameRules = (label: string, max: number): Rules => [
  z.overwrite(displayName),
  ...textRules(label, max),
];

export const requiredNameRules = (label: string, max: number): Rules => [
  z.overwrite(displayName),
  ...requiredTextRules(label, max),
];

/** The license number of the DRE as people copy it, stored as its 8 digits; or ''. */
export const licenseRules = (label = 'License', error = `${label} must be 8 digits`): Rules => [
  z.overwrite(licenseDigits),
  ...nameRules(label, maxLengths.profile.license),
  z.regex(/^(\d{8})?$/, error),
];

/** Absolute web address: only http and https, so that it can never run as script; or the text `or`. */
export const webAddressRules = (label: string, or = ''): Rules => [
  ...requiredTextRules(label, maxLengths.webAddress),
  z.refine((text) => text === or || isWebAddress(text), {
    error: `${label} must be a web address starting with https:// or http://`,
    abort: true,
  }),
  z.refine((text) => text === or || isPublicAddress(text), notPublic(label)),
];

/** Lower-case letters, digits and single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const slugRules = (): Rules => [
  ...requiredTextRules('Slug', maxLengths.article.slug),
  z.regex(slugPattern, 'Slug can have only lowercase letters, digits, and single hyphens'),
];

export const invalidEmail = 'Please include a valid email';

/** As it is stored (cleanEmail). An address that is both too long and invalid gets one message. */
export const emailRules = (error = invalidEmail): Rules => [
  z.overwrite(cleanEmail),
  z.maxLength(maxLengths.email, { error, abort: true }),
  z.regex(emailPattern, error),
];
