import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export const leadsKey = ['leads'];

/** How many leads are new; refetched every minute while the page is visible. */
export const newLeadsQuery = queryOptions({
  queryKey: [...leadsKey, 'new-count'],
  queryFn: ({ signal }) => api('GET /api/leads/new-count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
});
