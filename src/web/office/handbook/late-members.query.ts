import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Apart from the others: the dashboard shows how many. */
export const lateMembersQuery = queryOptions({
  queryKey: ['handbook', 'overdue'],
  queryFn: ({ signal }) => api('GET /api/handbook/overdue', { signal }),
});
