import * as z from 'zod/mini';
import { figure, maxLengths } from '../../../shared/limits.ts';
import {
  displayName,
  isQuicklyNormalized,
  isStorable,
  notStorable,
  withoutInvisible,
} from '../../../shared/stored-text.ts';
import { isWebAddress } from '../../../shared/web-address.ts';

/**
 * The field rules of the contract once more, small enough for the browser. A test holds both against each other, so
 * that no form refuses what the server takes, or says it in other words.
 */

const asTyped = (text: string): string => text;

/** Text that must be filled in, of at most `max` characters once trimmed. */
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

/** Text of at most `max` characters once trimmed; it may be left empty. */
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

/** A name or title that must be filled in, of at most `max` characters as they are stored. */
export const requiredName = (label: string, max: number) => requiredText(label, max, displayName);

/** A name or title that may be left empty. */
export const optionalName = (label: string, max: number) => optionalText(label, max, displayName);

/** An absolute http or https address. */
export const webAddress = (label: string) =>
  requiredText(label, maxLengths.webAddress).check(
    z.refine(isWebAddress, `${label} must be a web address starting with https:// or http://`),
  );

/** An e-mail address, as it is stored: trimmed and in small letters. */
export const emailAddress = (message = 'Please include a valid email') =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(maxLengths.email, message),
      z.regex(z.regexes.email, message),
    );
