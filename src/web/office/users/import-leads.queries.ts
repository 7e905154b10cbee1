import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { leadsKey } from '../leads/new-leads.query.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export function useImportLeads() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: { csv: string; apply: boolean }) => api('POST /api/leads/import', { body }),
    onSuccess: (_result, { apply }) => {
      if (apply) void client.invalidateQueries({ queryKey: leadsKey });
    },
  });
}
