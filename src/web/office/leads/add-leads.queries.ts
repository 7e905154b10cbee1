import { useQueryClient } from '@tanstack/react-query';
import type { SentBodyOf } from '../../../shared/contract.ts';
import type { leadsContract } from '../../../shared/leads/leads.contract.ts';
import { api } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { leadsKey } from './new-leads.query.ts';

export type NewLead = SentBodyOf<(typeof leadsContract)['POST /api/leads']>;

/** Everything with leads is loaded again once there are more. */
export function useAddLead() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: NewLead) => api('POST /api/leads', { body }),
    onSuccess: ({ known }) => {
      if (!known) void client.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
