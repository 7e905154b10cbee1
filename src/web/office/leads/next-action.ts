import { type LeadAction as StageAction, stageOf } from '../../../shared/leads/lead-statuses.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';

export type LeadAction = StageAction | 'not-spam';

/** The next action for a lead in its stage (docs/product.md P16.3). */
export function nextAction({ status, spam, member, mergedInto }: Lead): LeadAction | undefined {
  if (mergedInto !== null) return undefined;
  if (spam) return 'not-spam';
  const { next } = stageOf(status);
  return next === null || (next === 'invite' && member) ? undefined : next;
}
