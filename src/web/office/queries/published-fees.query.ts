import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** The fees in force, and from when on others hold. */
export const publishedFeesQuery = queryOptions({
  queryKey: ['published-fees'],
  queryFn: ({ signal }) => api('GET /api/fees', { signal }),
});
