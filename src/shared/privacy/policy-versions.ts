/** Days of the privacy policy's versions, newest first. A changed text or a new kind of data is a new version. */
export const policyVersions = ['2026-11-25', '2026-11-23', '2026-11-22', '2020-04-02'] as const;
export type PolicyVersion = (typeof policyVersions)[number];

/** Members accept the current policy with their invitation. */
export const [currentPolicy] = policyVersions;

const addresses: Record<PolicyVersion, string> = {
  '2026-11-25': '/privacy-and-gdpr-policy',
  '2026-11-23': '/privacy-and-gdpr-policy/2026-11-23',
  '2026-11-22': '/privacy-and-gdpr-policy/2026-11-22',
  '2020-04-02': '/privacy-and-gdpr-policy/2020-04-02',
};

export const policyAddress = (version: PolicyVersion): string => addresses[version];

/** As people read it: 04-02-2020. */
export const policyDate = (version: PolicyVersion): string => {
  const [year, month, day] = version.split('-');
  return `${month}-${day}-${year}`;
};

/** A kind of data that the policy lists. */
export interface HeldData {
  title: string;
  what: string[];
  why: string;
  kept: string;
}
