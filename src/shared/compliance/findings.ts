/**
 * All findings about a member, the worst first. stop: the member must not work until it is settled · own: the member
 * sees it, too, and can do something about it.
 */
export const findingKinds = {
  'no-affiliation': { rank: 10, stop: true, own: true },
  'other-broker': { rank: 11, stop: true, own: true },
  status: { rank: 12, stop: true, own: true },
  expiry: { rank: 13, stop: true, own: true },
  number: { rank: 14, stop: true, own: true },
  'may-work': { rank: 15, stop: true, own: true },
  restricted: { rank: 20, stop: false, own: true },
  differs: { rank: 21, stop: false, own: false },
  discharge: { rank: 30, stop: false, own: false },
  leaving: { rank: 31, stop: false, own: false },
  joining: { rank: 32, stop: false, own: false },
  edd: { rank: 33, stop: false, own: false },
  'leaving-date': { rank: 34, stop: false, own: false },
  eo: { rank: 40, stop: false, own: true },
  auto: { rank: 41, stop: false, own: true },
  agreement: { rank: 42, stop: false, own: true },
  education: { rank: 50, stop: false, own: true },
  unverified: { rank: 51, stop: false, own: false },
  handbook: { rank: 60, stop: false, own: true },
  w9: { rank: 70, stop: false, own: true },
  payout: { rank: 71, stop: false, own: true },
  'annual-fee': { rank: 72, stop: false, own: true },
  dues: { rank: 73, stop: false, own: true },
  'joining-date': { rank: 80, stop: false, own: false },
  document: { rank: 89, stop: false, own: false },
  decision: { rank: 90, stop: false, own: false },
} as const satisfies Record<string, { rank: number; stop: boolean; own: boolean }>;

export type FindingKind = keyof typeof findingKinds;

const isFindingKind = (kind: string): kind is FindingKind => Object.hasOwn(findingKinds, kind);
export const findingNames: FindingKind[] = Object.keys(findingKinds).filter(isFindingKind);

/** stop: must not work · wrong: missing or overdue · due: within a week · coming */
export const findingStates = ['stop', 'wrong', 'due', 'coming'] as const;
export type FindingState = (typeof findingStates)[number];

/** Ranks below this are of findings that stop a member. */
export const stopRanks = 20;
/** Days that "this week" looks ahead. */
export const weekDays = 7;

/** Members in one answer of the desk. */
export const membersOnDesk = 50;
