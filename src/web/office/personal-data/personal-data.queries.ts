import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, apiFile } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const exportsKey = ['exports'];

/** Refetched while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: exportsKey,
  queryFn: ({ signal }) => api('GET /api/exports', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some((each) => each.state === 'waiting' || each.state === 'running') && 2000,
});

/** Without an address, of one's own data. */
export function useRequestExport() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (email: string | undefined) =>
      email === undefined ? api('POST /api/exports') : api('POST /api/exports/person', { body: { email } }),
    onSuccess: () => client.invalidateQueries({ queryKey: exportsKey }),
  });
}

export const fetchExport = (id: string) => apiFile('GET /api/exports/:id/file', { params: { id } });

export const usePreview = () =>
  useSingleMutation({
    mutationFn: (email: string) => api('POST /api/personal-data/preview', { body: { email } }),
  });

export const useErasePerson = () =>
  useSingleMutation({
    mutationFn: (email: string) => api('POST /api/personal-data/erasure', { body: { email } }),
  });
