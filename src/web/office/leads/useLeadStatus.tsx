import { useState } from 'react';
import { isLeadStatus, type LeadStatus } from '../../../shared/leads/lead-statuses.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { nameOf } from './lead-labels.ts';
import { useChangeLead } from './leads.queries.ts';
import { needsMore, StageDialog } from './StageDialog.tsx';

/** Render `dialog` next to the control: some stages ask for more than a choice. */
export function useLeadStatus(lead: Lead, onChanged?: (status: LeadStatus) => void) {
  const change = useChangeLead(lead._id);
  const [asked, setAsked] = useState<LeadStatus>();
  const chosen = change.isPending ? change.variables.status : asked;
  return {
    status: chosen ?? lead.status,
    error:
      change.error && !asked ? `We couldn't change the stage. Try again. ${change.error.message}` : undefined,
    choose: (status: string) => {
      if (!isLeadStatus(status)) return;
      change.reset();
      if (needsMore(status)) setAsked(status);
      else change.mutate({ status }, { onSuccess: () => onChanged?.(status) });
    },
    dialog: (
      <StageDialog
        status={asked}
        what={nameOf(lead)}
        pending={change.isPending}
        error={change.error}
        onConfirm={(changes) => change.mutate(changes, { onSuccess: () => setAsked(undefined) })}
        onClose={() => {
          change.reset();
          setAsked(undefined);
        }}
      />
    ),
  };
}
