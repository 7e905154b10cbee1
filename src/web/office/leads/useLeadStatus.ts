import type { Lead } from '../../../shared/leads.contract.ts';
import { isLeadStatus } from './lead-labels.ts';
import { useChangeLead } from './leads.queries.ts';

export function useLeadStatus(lead: Lead) {
  const change = useChangeLead(lead._id);
  const chosen = change.isPending ? change.variables.status : undefined;
  return {
    status: chosen ?? lead.status,
    error: change.error ? `The status could not be changed. ${change.error.message}` : undefined,
    choose: (status: string) => {
      if (isLeadStatus(status)) change.mutate({ status });
    },
  };
}
