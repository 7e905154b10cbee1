import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { MailState } from '../../../shared/outbox/mail-states.ts';
import type { OutboxMail } from '../../../shared/outbox/outbox.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const outboxKey = ['outbox'];
const listsKey = [...outboxKey, 'list'];

export const outboxQuery = (state: MailState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, state ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/outbox', { query, signal });
      return { mails: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const outboxSummaryQuery = queryOptions({
  queryKey: [...outboxKey, 'summary'],
  queryFn: ({ signal }) => api('GET /api/outbox/summary', { signal }),
});

/** Refetched every few seconds while the mail waits, so that a retry shows its outcome. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: [...outboxKey, 'mail', id],
    queryFn: ({ signal }) => api('GET /api/outbox/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => state.data?.state === 'waiting' && 5000,
  });

/** Asks for a confirmation and is recorded, so only on a click. */
export const useInvitation = (id: string) =>
  useSingleMutation({ mutationFn: () => api('GET /api/outbox/:id/invitation', { params: { id } }) });

/** The mail moves within the lists on their next load; until then its row stays in place. */
export function useRetryMail() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('POST /api/outbox/:id/retry', { params: { id } }),
    onSuccess: (mail) => {
      say("We're sending it again");
      client.setQueriesData<OutboxPages>({ queryKey: listsKey }, (lists) => lists && withMail(lists, mail));
      client.setQueryData(mailQuery(mail._id).queryKey, (old) => old && { ...old, ...mail });
      return client.invalidateQueries(outboxSummaryQuery);
    },
  });
}

type OutboxPages = InfiniteData<{ mails: OutboxMail[]; next: string | undefined }>;

const withMail = ({ pages, pageParams }: OutboxPages, mail: OutboxMail): OutboxPages => ({
  pageParams,
  pages: pages.map(({ mails, next }) => ({
    mails: mails.map((each) => (each._id === mail._id ? mail : each)),
    next,
  })),
});
