import * as z from 'zod/mini';
import * as rules from '../../../shared/text-rules.ts';

/** Fields of forms under the contract's rules. */

export const requiredText = (label: string, max: number) =>
  z.string().check(...rules.requiredTextRules(label, max));

export const optionalText = (label: string, max: number) => z.string().check(...rules.textRules(label, max));

export const requiredName = (label: string, max: number) =>
  z.string().check(...rules.requiredNameRules(label, max));

export const optionalName = (label: string, max: number) => z.string().check(...rules.nameRules(label, max));
