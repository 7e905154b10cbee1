import { useCallback } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { isLeadStatus } from '../../../shared/leads/lead-statuses.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import type { LeadFilter } from './leads.queries.ts';

export function useLeadFilter() {
  const [params, changeParams] = useUrlParams();
  const status = params.get('status');
  const filter: LeadFilter = {
    spam: params.get('folder') === 'spam',
    status: isLeadStatus(status) ? status : undefined,
    owner: params.get('owner') || undefined,
    search: (params.get('q') ?? '').trim().slice(0, maxLengths.search.leads),
  };
  const change = useCallback(
    (name: 'q' | 'status' | 'owner' | 'sort', value: string) =>
      // Back leads to the previous page, not letter by letter through a search.
      changeParams({ [name]: value }, { replace: name === 'q' }),
    [changeParams],
  );
  const sort = params.get('sort') === 'date' ? ('date' as const) : ('-date' as const);
  return { filter, sort, params, change };
}
