/** Where a closing stands. */
export const closingStates = [
  'reported',
  'changes-asked',
  'approved',
  'letter-sent',
  'closed',
  'package-received',
  'funds-received',
  'paid',
  'fell-through',
  'archived',
] as const;
export type ClosingState = (typeof closingStates)[number];

export const closingStateLabels: Record<ClosingState, string> = {
  reported: 'Reported',
  'changes-asked': 'Changes requested',
  approved: 'Approved',
  'letter-sent': 'Letter sent',
  closed: 'Closed',
  'package-received': 'Package received',
  'funds-received': 'Funds received',
  paid: 'Paid',
  'fell-through': 'Fell through',
  archived: 'Archived',
};

/** The states that can follow each state. A change of figures after the approval leads back to reported. */
export const nextClosingStates: Record<ClosingState, readonly ClosingState[]> = {
  reported: ['changes-asked', 'approved', 'fell-through', 'archived'],
  'changes-asked': ['reported', 'fell-through', 'archived'],
  approved: ['letter-sent', 'reported', 'fell-through'],
  'letter-sent': ['closed', 'reported', 'fell-through'],
  closed: ['package-received', 'funds-received', 'reported', 'fell-through'],
  'package-received': ['funds-received', 'paid', 'reported'],
  'funds-received': ['package-received', 'paid', 'reported'],
  paid: ['archived'],
  'fell-through': ['archived'],
  archived: [],
};

/** Their figures are frozen by the approval. */
export const approvedStates: readonly ClosingState[] = [
  'approved',
  'letter-sent',
  'closed',
  'package-received',
  'funds-received',
  'paid',
];

/** Nothing waits to be done in these. */
export const endedStates: readonly ClosingState[] = ['paid', 'fell-through', 'archived'];
