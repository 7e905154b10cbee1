import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';
import { leadsKey } from '../leads/new-leads.query.ts';

/** Below the key of Today: a change of a lead changes this list, too. */
export const waitingQuery = queryOptions({
  queryKey: [...leadsKey, 'today', 'waiting'],
  queryFn: ({ signal }) => api('GET /api/waiting', { signal }),
  refetchInterval: minute,
  refetchOnWindowFocus: 'always',
});
