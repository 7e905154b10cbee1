export type LeadAction = 'log-call' | 'send-agreement' | 'invite';

interface Stage {
  label: string;
  /** Nothing is left to do: reminders leave it out. */
  isFinished: boolean;
  /** The clock of an unanswered lead runs. */
  waits: boolean;
  /** Leads get here by a contact, which counts as the first one. */
  isReached: boolean;
  /** A step of the funnel; the others stand apart from it. */
  inFunnel: boolean;
  /** An invitation to apply moves leads on from here. */
  beforeInvitation: boolean;
  /** Moving a lead here needs it. */
  needs: 'next-step' | 'reason' | null;
  /** Offered next to the lead. */
  next: LeadAction | null;
}

const step = { isFinished: false, waits: false, isReached: true, inFunnel: true, needs: null };

/** Everything that is known of a stage, in the order of the work (docs/product.md P16.3). */
const leadStages = {
  new: {
    ...step,
    label: 'New',
    waits: true,
    isReached: false,
    beforeInvitation: true,
    next: 'log-call',
  },
  contacted: { ...step, label: 'Contacted', beforeInvitation: true, next: 'log-call' },
  appointment: { ...step, label: 'Appointment', beforeInvitation: true, next: 'send-agreement' },
  'agreement-sent': { ...step, label: 'Agreement sent', beforeInvitation: false, next: 'log-call' },
  joining: { ...step, label: 'Joining', beforeInvitation: false, next: 'invite' },
  joined: { ...step, label: 'Joined', isFinished: true, beforeInvitation: false, next: 'invite' },
  nurture: {
    ...step,
    label: 'Nurture',
    isReached: false,
    inFunnel: false,
    beforeInvitation: true,
    needs: 'next-step',
    next: 'log-call',
  },
  closed: {
    ...step,
    label: 'Closed',
    isFinished: true,
    isReached: false,
    inFunnel: false,
    beforeInvitation: true,
    needs: 'reason',
    next: null,
  },
} as const satisfies Record<string, Stage>;
export type LeadStatus = keyof typeof leadStages;

export const stageOf = (status: LeadStatus): Stage => leadStages[status];
export const isLeadStatus = (text: string | null): text is LeadStatus =>
  text !== null && Object.hasOwn(leadStages, text);
export const leadStatuses: LeadStatus[] = Object.keys(leadStages).filter(isLeadStatus);
export const finishedStatuses = leadStatuses.filter((status) => stageOf(status).isFinished);

/** The kinds of entries in a lead's log (docs/product.md P16.6). */
export const leadEventKinds = [
  'created',
  'added',
  'wrote-again',
  'stage',
  'owner',
  'next-step',
  'call',
  'mail',
  'spam',
  'merged',
  'separated',
  'linked',
  'unlinked',
  'joined',
  'undone',
] as const;
export type LeadEventKind = (typeof leadEventKinds)[number];

/** Contacts that stop the clock of an unanswered lead. */
export const contactKinds = ['call', 'mail'] as const satisfies LeadEventKind[];
