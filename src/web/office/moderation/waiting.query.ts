import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export const moderationKey = ['moderation'];

export const waitingQuery = queryOptions({
  queryKey: [...moderationKey, 'count'],
  queryFn: ({ signal }) => api('GET /api/moderation/count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
});
