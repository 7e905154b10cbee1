/** Events on record of a closing. */
export const closingEventKinds = [
  'reported',
  'changed',
  'decided',
  'reopened',
  'changes-asked',
  'approved',
  'withdrawn',
  'letter-sent',
  'notice-sent',
  'closed',
  'package-received',
  'funds-received',
  'paid',
  'corrected',
  'fell-through',
  'archived',
  'linked',
  'ticked',
  'change-asked',
] as const;
export type ClosingEventKind = (typeof closingEventKinds)[number];
