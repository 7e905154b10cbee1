import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '../../../shared/notifications.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { notificationsKey, unreadQuery } from './unread.query.ts';

const listKey = [...notificationsKey, 'list'];

export const notificationsQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: async ({ pageParam, signal }) => {
    const { data, headers } = await apiAnswer('GET /api/notifications', {
      query: { cursor: pageParam },
      signal,
    });
    return { notifications: data, next: nextCursor(headers) };
  },
  ...byCursor,
});

type List = InfiniteData<{ notifications: Notification[]; next: string | undefined }>;

export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (until: string) => api('PUT /api/notifications/read', { body: { until } }),
    onSuccess: (unread, until) => {
      client.setQueryData(unreadQuery.queryKey, unread);
      const read = (each: Notification) => (each.date <= until ? { ...each, read: true } : each);
      client.setQueryData<List>(
        listKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({ ...page, notifications: page.notifications.map(read) })),
          },
      );
    },
  });
}
