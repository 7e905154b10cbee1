import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { SentBodyOf } from '../../../shared/contract.ts';
import type {
  Notification,
  notificationsContract,
} from '../../../shared/notifications/notifications.contract.ts';
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

const emailsKey = [...notificationsKey, 'emails'];

export const workEmailsQuery = queryOptions({
  queryKey: emailsKey,
  queryFn: ({ signal }) => api('GET /api/notifications/emails', { signal }),
});

export function useSetWorkEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBodyOf<(typeof notificationsContract)['PUT /api/notifications/emails']>) =>
      api('PUT /api/notifications/emails', { body }),
    onSuccess: (emails) => client.setQueryData(emailsKey, emails),
  });
}

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
