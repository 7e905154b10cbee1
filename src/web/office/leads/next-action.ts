import type { LeadStatus } from '../../../shared/lead-statuses.ts';
import type { Lead } from '../../../shared/leads.contract.ts';

export type LeadAction = 'log-call' | 'send-agreement' | 'invite' | 'not-spam';

const byStage: Record<LeadStatus, LeadAction | undefined> = {
  new: 'log-call',
  contacted: 'log-call',
  appointment: 'send-agreement',
  'agreement-sent': 'log-call',
  joining: 'invite',
  joined: 'invite',
  nurture: 'log-call',
  closed: undefined,
};

/** The next action for a lead in its stage (docs/product.md P16.3). */
export function nextAction({ status, spam, member, mergedInto }: Lead): LeadAction | undefined {
  if (mergedInto !== null) return undefined;
  if (spam) return 'not-spam';
  return byStage[status] === 'invite' && member ? undefined : byStage[status];
}
