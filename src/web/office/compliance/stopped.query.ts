import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Apart from the others: the dashboard shows how many. */
export const stoppedQuery = queryOptions({
  queryKey: ['compliance', 'stopped'],
  queryFn: ({ signal }) => api('GET /api/compliance/stopped', { signal }),
});
