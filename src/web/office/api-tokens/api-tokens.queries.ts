import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { apiTokensContract } from '../../../shared/api-tokens/api-tokens.contract.ts';
import type { SentBodyOf } from '../../../shared/contract.ts';
import { api } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => api('GET /api/api-tokens', { signal }),
});

type NewToken = SentBodyOf<(typeof apiTokensContract)['POST /api/api-tokens']>;

export function useCreateToken() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: NewToken) => api('POST /api/api-tokens', { body }),
    onSuccess: () => client.invalidateQueries(apiTokensQuery),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/api-tokens/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries(apiTokensQuery),
  });
}
