import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { PublishingFields } from '../../../shared/publishing/publishing.contract.ts';
import { apiAnswer, etagOf, ifMatch } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export interface ReadPublishing {
  settings: PublishingFields;
  etag: string | undefined;
}

/** For the form: read on every opening, never refetched while the admin chooses. */
export const publishingQuery = queryOptions({
  queryKey: ['publishing'],
  queryFn: async ({ signal }): Promise<ReadPublishing> => {
    const { data, headers } = await apiAnswer('GET /api/site/publishing', { signal });
    return { settings: data, etag: etagOf(headers) };
  },
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSavePublishing() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ settings, etag }: ReadPublishing): Promise<ReadPublishing> => {
      const { data, headers } = await apiAnswer('PUT /api/site/publishing', {
        body: settings,
        headers: ifMatch(etag),
      });
      return { settings: data, etag: etagOf(headers) };
    },
    onSuccess: (saved) => client.setQueryData(publishingQuery.queryKey, saved),
  });
}
