/** The requests that the law provides for (CCPA, GDPR), in the order of the form. */
export const privacyKinds = ['know', 'delete', 'correct', 'portability', 'opt-out', 'limit'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

/**
 * Requests that need no proof of identity (CCPA regulations, 7026, 7027). For all others it must be known whose data it
 * is.
 */
const withoutIdentity: ReadonlySet<PrivacyKind> = new Set(['opt-out', 'limit']);

export const needsIdentity = (kind: PrivacyKind): boolean => !withoutIdentity.has(kind);

export const privacyKindLabels: Record<PrivacyKind, string> = {
  know: 'Tell me what you hold about me',
  delete: 'Delete my data',
  correct: 'Correct my data',
  portability: 'Give me my data in a file',
  'opt-out': 'Do not sell or share my data',
  limit: 'Limit the use of sensitive data',
};

/** How a request reached the office, which then enters it. */
export const privacyChannels = ['phone', 'letter', 'mail', 'visit'] as const;
export type PrivacyChannel = (typeof privacyChannels)[number];

export const privacyChannelLabels: Record<PrivacyChannel, string> = {
  phone: 'By phone',
  letter: 'By letter',
  mail: 'By email',
  visit: 'In the office',
};
