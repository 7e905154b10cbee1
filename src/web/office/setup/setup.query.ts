import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** Read again on each visit: most steps are done on other pages. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api('GET /api/setup', { signal }),
  staleTime: 0,
});
