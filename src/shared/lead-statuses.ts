/**
 * docs/product.md P16.3, in the order of the work. A new one also needs next-action.ts, and `funnelStages` in
 * insights.contract.ts.
 */
export const leadStatuses = [
  'new',
  'contacted',
  'appointment',
  'agreement-sent',
  'joining',
  'joined',
  'nurture',
  'closed',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Nothing is left to do for these. */
export const finishedStatuses = ['joined', 'closed'] as const satisfies LeadStatus[];

/** The kinds of entries in a lead's log (docs/product.md P16.6). */
export const leadEventKinds = [
  'created',
  'wrote-again',
  'stage',
  'owner',
  'next-step',
  'call',
  'mail',
  'spam',
  'merged',
  'separated',
  'joined',
  'undone',
] as const;
export type LeadEventKind = (typeof leadEventKinds)[number];

/** Contacts that stop the clock of an unanswered lead. */
export const contactKinds = ['call', 'mail'] as const satisfies LeadEventKind[];
