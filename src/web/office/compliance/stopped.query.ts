import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Keep apart: the dashboard must not load the other queries. */
export const stoppedQuery = queryOptions({
  queryKey: ['compliance', 'stopped'],
  queryFn: ({ signal }) => api('GET /api/compliance/stopped', { signal }),
});
