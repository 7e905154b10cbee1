import * as z from 'zod/mini';
import { cleanEmail, emailPattern } from '../../../shared/email-address.ts';
import { figure, maxLengths } from '../../../shared/field-limits.ts';
import { licenseDigits } from '../../../shared/licenses/license-number.ts';
import {
  displayName,
  isQuicklyNormalized,
  isStorable,
  notStorable,
  withoutInvisible,
} from '../../../shared/stored-text.ts';
import { isPublicAddress, isWebAddress, notPublic } from '../../../shared/web-address.ts';

/** The contract's field rules again, small enough for the browser. A test compares rules and messages. */

const asTyped = (text: string): string => text;

export const requiredText = (label: string, max: number, clean = asTyped) =>
  z
    .string()
    .check(
      z.overwrite(clean),
      z.refine(isQuicklyNormalized, { error: notStorable(label), abort: true }),
      z.normalize('NFC'),
      z.trim(),
      z.overwrite(withoutInvisible),
      z.minLength(1, `${label} is required`),
      z.maxLength(max, `${label} must be at most ${figure(max)} characters`),
      z.refine(isStorable, notStorable(label)),
    );

export const optionalText = (label: string, max: number, clean = asTyped) =>
  z
    .string()
    .check(
      z.overwrite(clean),
      z.refine(isQuicklyNormalized, { error: notStorable(label), abort: true }),
      z.normalize('NFC'),
      z.trim(),
      z.overwrite(withoutInvisible),
      z.maxLength(max, `${label} must be at most ${figure(max)} characters`),
      z.refine(isStorable, notStorable(label)),
    );

/** Required; at most `max` characters as stored. */
export const requiredName = (label: string, max: number) => requiredText(label, max, displayName);

export const optionalName = (label: string, max: number) => optionalText(label, max, displayName);

export const licenseNumber = () =>
  optionalText('License', maxLengths.profile.license, (typed) => displayName(licenseDigits(typed))).check(
    z.regex(/^(\d{8})?$/, 'License must be 8 digits'),
  );

/** A web address, or the text `or`. */
export const webAddress = (label: string, or = '') =>
  requiredText(label, maxLengths.webAddress).check(
    z.refine((text) => text === or || isWebAddress(text), {
      error: `${label} must be a web address starting with https:// or http://`,
      abort: true,
    }),
    z.refine((text) => text === or || isPublicAddress(text), notPublic(label)),
  );

/** An email address as it is stored. */
export const emailAddress = (message = 'Please include a valid email') =>
  z
    .string()
    .check(
      z.overwrite(cleanEmail),
      z.maxLength(maxLengths.email, { error: message, abort: true }),
      z.regex(emailPattern, message),
    );
