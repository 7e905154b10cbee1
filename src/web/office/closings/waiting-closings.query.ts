import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export const officeKey = ['office-closings'];

/** How many closings wait for the office; refetched every minute while the page is visible. */
export const waitingClosingsQuery = queryOptions({
  queryKey: [...officeKey, 'new-count'],
  queryFn: ({ signal }) => api('GET /api/closings/new-count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
});
