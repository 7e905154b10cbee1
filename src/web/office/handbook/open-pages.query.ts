import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Apart from the others: the navigation shows how many. */
export const openPagesQuery = queryOptions({
  queryKey: ['handbook-open'],
  queryFn: ({ signal }) => api('GET /api/handbook/open', { signal }),
});
