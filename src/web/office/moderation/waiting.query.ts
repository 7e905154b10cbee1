import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export const moderationKey = ['moderation'];

/** How many posts and comments wait for a decision; counted again every minute while the page is seen. */
export const waitingQuery = queryOptions({
  queryKey: [...moderationKey, 'count'],
  queryFn: ({ signal }) => api('GET /api/moderation/count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
});
