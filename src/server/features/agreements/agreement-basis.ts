/** The values that an agreement is made of. Signed ones lack a new value: it needs a default here. */

import { z } from 'zod';
import { individualTerms } from '../../../shared/agreements/agreement-fields.ts';

/** All that an agreement is made of, but the text of its version: it names that by the number. */
const basis = z.object({
  version: z.int(),
  /** Version of the fees. */
  fees: z.int(),
  /** Version of the consent to sign electronically. */
  consent: z.int().default(1),
  terms: individualTerms.nullable(),
  /** Replace the placeholders of the text. */
  values: z.object({
    member: z.string(),
    license: z.string(),
    brokerage: z.string(),
    broker: z.string(),
    brokerLicense: z.string(),
    date: z.iso.date(),
  }),
});
export type AgreementBasis = z.output<typeof basis>;

export const readBasis = (stored: string): AgreementBasis => basis.parse(JSON.parse(stored));

/** With the fields in one order, so that two of the same are the same text. */
export const storedBasis = (made: AgreementBasis): string => JSON.stringify(basis.parse(made));

/** Whether the shown agreement says the same, apart from its date. */
export function isSameAgreement(stored: string | null, now: AgreementBasis): boolean {
  if (stored === null) return false;
  const shown = readBasis(stored);
  const dated = { ...shown, values: { ...shown.values, date: now.values.date } };
  return storedBasis(dated) === storedBasis(now);
}
