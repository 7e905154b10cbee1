/** Constants of agreements, apart from their fields: those load all of zod. */

/** The text has these in braces, such as {member}, where each agreement differs. */
export const agreementPlaceholders = [
  'member',
  'license',
  'brokerage',
  'broker',
  'brokerLicense',
  'date',
  'feeSchedule',
] as const;
export type AgreementPlaceholder = (typeof agreementPlaceholders)[number];

/** Stands at the beginning of each paragraph that a lawyer has yet to replace; such a text cannot be sent in production. */
export const sampleMark = '[Sample]';

/** The capacities in which someone signs for the broker. */
export const capacities = { broker: 'Responsible broker', authorized: 'Authorized in writing' } as const;
export type Capacity = keyof typeof capacities;

/**
 * signed: by the member, waits for the broker · in-force · replaced: by one that was signed later · ended: the member left ·
 * declined: never in force
 */
export const agreementStates = ['signed', 'in-force', 'replaced', 'ended', 'declined'] as const;
export type AgreementState = (typeof agreementStates)[number];

/** Members in one answer of the table of those asked to sign. */
export const membersToSign = 50;
