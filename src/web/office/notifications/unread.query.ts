import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export const notificationsKey = ['notifications'];

/** How many notifications are unread, up to 100; refetched every minute while the page is visible, and on return. */
export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread-count'],
  queryFn: ({ signal }) => api('GET /api/notifications/unread-count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
  refetchOnWindowFocus: 'always',
});
