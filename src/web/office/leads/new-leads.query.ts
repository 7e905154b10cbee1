import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export const leadsKey = ['leads'];

/** How many nobody has dealt with yet; counted again every minute while the page is seen. */
export const newLeadsQuery = queryOptions({
  queryKey: [...leadsKey, 'new-count'],
  queryFn: ({ signal }) => api('GET /api/leads/new-count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
});
