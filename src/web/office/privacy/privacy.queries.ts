import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { SentBodyOf } from '../../../shared/contract.ts';
import type { privacyContract } from '../../../shared/privacy/privacy.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export const requestStates = ['open', 'overdue', 'closed'] as const;
export type RequestState = (typeof requestStates)[number];

const registerKey = ['privacy-requests'];
const listsKey = [...registerKey, 'list'];
const holdsKey = ['legal-holds'];

export const requestsQuery = (state: RequestState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, state ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/privacy-requests', { query, signal });
      return { requests: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...registerKey, 'request', id],
    queryFn: ({ signal }) => api('GET /api/privacy-requests/:id', { params: { id }, signal }),
  });

export type RequestChanges = SentBodyOf<(typeof privacyContract)['PATCH /api/privacy-requests/:id']>;

export function useChangeRequest(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: RequestChanges) => api('PATCH /api/privacy-requests/:id', { params: { id }, body }),
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: requestQuery(id).queryKey }),
    onSuccess: (request) => {
      client.setQueryData(requestQuery(id).queryKey, request);
      return client.invalidateQueries({ queryKey: listsKey });
    },
  });
}

type EnteredRequest = SentBodyOf<(typeof privacyContract)['POST /api/privacy-requests/entered']>;

export function useEnterRequest() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: EnteredRequest) => api('POST /api/privacy-requests/entered', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: listsKey }),
  });
}

export const holdsQuery = queryOptions({
  queryKey: holdsKey,
  queryFn: ({ signal }) => api('GET /api/legal-holds', { signal }),
});

type NewHold = SentBodyOf<(typeof privacyContract)['POST /api/legal-holds']>;

export function usePlaceHold() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: NewHold) => api('POST /api/legal-holds', { body }),
    onSuccess: () => reloadHolds(client),
  });
}

export function useReleaseHold() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/legal-holds/:id', { params: { id } }),
    onSuccess: () => reloadHolds(client),
  });
}

const reloadHolds = (client: QueryClient) => client.invalidateQueries({ queryKey: holdsKey });

type OwnRequest = SentBodyOf<(typeof privacyContract)['POST /api/privacy-requests']>;

export const useOwnRequest = () =>
  useSingleMutation({
    mutationFn: (body: OwnRequest) => api('POST /api/privacy-requests', { body }),
  });
