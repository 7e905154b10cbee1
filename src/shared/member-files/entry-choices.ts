/** Choices in the forms of a member's file. */

export const licenseStatuses = [
  'licensed',
  'restricted',
  'expired',
  'suspended',
  'revoked',
  'other',
] as const;

/** The responsible broker in the public record. */
export const affiliations = ['ours', 'none', 'other'] as const;
export const insuranceKinds = ['eo', 'auto'] as const;
export const bodies = ['association', 'mls'] as const;
