import { type ApplicationStep, stepOrder } from '../../../shared/joining/applications.ts';
import type { AnswerFields } from '../../../shared/joining/joining-fields.ts';

/** Whether the answers for each step are complete. */
const isComplete: Record<ApplicationStep, (answers: AnswerFields) => boolean> = {
  license: ({ name, license, licenseType, licenseExpires }) =>
    Boolean(name && license && licenseType && licenseExpires),
  brokerage: ({ escrows, escrowCount, escrowPaid }) =>
    escrows === 'no' || (escrows === 'yes' && Boolean(escrowCount && escrowPaid)),
  contact: ({ address, phone }) => Boolean(address && phone),
  claims: ({ claims, claimsText }) => claims === 'no' || (claims === 'yes' && Boolean(claimsText)),
  payment: ({ payTo, corporation, declaration }) =>
    payTo === 'licensee' || (payTo === 'corporation' && Boolean(corporation) && declaration === 'yes'),
};

/** The steps that lack something, in order. */
export const missingSteps = (answers: AnswerFields): ApplicationStep[] =>
  stepOrder.filter((step) => !isComplete[step](answers));
