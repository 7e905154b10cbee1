import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { SentBodyOf } from '../../../shared/contract.ts';
import type { DeliveryState } from '../../../shared/webhooks/webhook-events.ts';
import type { webhooksContract } from '../../../shared/webhooks/webhooks.contract.ts';
import { ApiError, api, apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const webhooksKey = ['webhooks'];
const logKey = (id: string) => [...webhooksKey, 'log', id];

/** Reading the address, which may hold a key, may ask for a confirmation: not by itself, when someone comes back to the tab. */
const onlyWhenAsked = { refetchOnWindowFocus: false, refetchOnReconnect: false };

export const webhooksQuery = queryOptions({
  ...onlyWhenAsked,
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => api('GET /api/webhooks', { signal }),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    ...onlyWhenAsked,
    queryKey: [...webhooksKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/webhooks/:id', { params: { id }, signal }),
  });

export const deliveriesQuery = (id: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...logKey(id), state ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const options = { params: { id }, query: { state, cursor: pageParam }, signal };
      const { data, headers } = await apiAnswer('GET /api/webhooks/:id/deliveries', options);
      return { deliveries: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: webhooksKey });

export type NewWebhook = SentBodyOf<(typeof webhooksContract)['POST /api/webhooks']>;
type Changes = SentBodyOf<(typeof webhooksContract)['PATCH /api/webhooks/:id']>;

export function useCreateWebhook() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: NewWebhook) => api('POST /api/webhooks', { body }),
    onSuccess: () => reload(client),
  });
}

export function useChangeWebhook(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Changes) => api('PATCH /api/webhooks/:id', { params: { id }, body }),
    onSuccess: () => reload(client),
    // By someone else: the next try is of what is there now.
    onError: (error) => error instanceof ApiError && error.status === 412 && void reload(client),
  });
}

export function useDeleteWebhook(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/webhooks/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries(webhooksQuery),
  });
}

export function useReplaceSecret(id: string) {
  return useSingleMutation({
    mutationFn: () => api('POST /api/webhooks/:id/secret', { params: { id } }),
  });
}

export function useTestWebhook(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api('POST /api/webhooks/:id/test', { params: { id } }),
    onSuccess: () => reload(client),
  });
}

export function useReplay(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (delivery: string) =>
      api('POST /api/webhooks/:id/deliveries/:delivery/replay', { params: { id, delivery } }),
    onSuccess: () => reload(client),
  });
}
