import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Keep apart: the dashboard must not load the other queries. */
export const lateMembersQuery = queryOptions({
  queryKey: ['handbook', 'overdue'],
  queryFn: ({ signal }) => api('GET /api/handbook/overdue', { signal }),
});
