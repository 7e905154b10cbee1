/** States, steps and license checks of an application to join, apart from its fields: those load all of zod. */

import { keysOf } from '../bookkeeping/figures.ts';

/**
 * invited: nothing is filled in yet · started · signed: new to the office · question: the office asked one · approved: waits
 * for the broker's signature · joined · declined: by the office · withdrawn: by the applicant · closed: the office took the
 * invitation back
 */
export const applicationStates = [
  'invited',
  'started',
  'signed',
  'question',
  'approved',
  'joined',
  'declined',
  'withdrawn',
  'closed',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** The person has signed, and the office has yet to decide. */
export const signedStates: readonly ApplicationState[] = ['signed', 'question', 'approved'];

/** The steps of the application, in order; each saves the fields that it has. */
export const applicationSteps = {
  license: ['name', 'license', 'licenseType', 'licenseExpires'],
  brokerage: ['presentBroker', 'escrows', 'escrowCount', 'escrowPaid'],
  contact: ['address', 'phone', 'associations', 'mls'],
  claims: ['claims', 'claimsText'],
  payment: ['payTo', 'corporation', 'declaration'],
} as const;
export type ApplicationStep = keyof typeof applicationSteps;
export const stepOrder = keysOf(applicationSteps);

/** Text next to the check box of a corporation. */
export const corporationDeclaration =
  'The corporation performs no act that needs a real estate license. It only receives what I earn.';

/** The office compares the license with the public record; left-out: no one looked, for a reason that is noted. */
export const licenseFindings = ['as-expected', 'differs', 'left-out'] as const;
export const licenseFindingLabels = {
  'as-expected': 'As expected',
  differs: 'Differs',
  'left-out': 'Not looked up',
} as const;
export type LicenseFinding = (typeof licenseFindings)[number];
