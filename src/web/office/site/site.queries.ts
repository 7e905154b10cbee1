import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { api, apiAnswer, etagOf, ifMatch } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const siteKey = ['site'];

export interface ReadSettings {
  settings: SiteSettings;
  etag: string | undefined;
}

export async function readSettings(signal?: AbortSignal): Promise<ReadSettings> {
  const { data, headers } = await apiAnswer('GET /api/site/settings', signal ? { signal } : {});
  return { settings: data.settings, etag: etagOf(headers) };
}

/** For the form: read on every opening, never refetched while the admin types. */
export const settingsQuery = queryOptions({
  queryKey: [...siteKey, 'settings'],
  queryFn: ({ signal }) => readSettings(signal),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export const versionsQuery = queryOptions({
  queryKey: [...siteKey, 'versions'],
  queryFn: ({ signal }) => api('GET /api/site/settings/versions', { signal }),
});

export function useSaveSite() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ settings, etag }: ReadSettings): Promise<ReadSettings> => {
      const { data, headers } = await apiAnswer('PUT /api/site/settings', {
        body: settings,
        headers: ifMatch(etag),
      });
      return { settings: data.settings, etag: etagOf(headers) };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: versionsQuery.queryKey }),
  });
}

export function useRestoreSite() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (version: number) =>
      api('POST /api/site/settings/versions/:number/restore', { params: { number: String(version) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: siteKey }),
  });
}

export const previewOf = async (settings: SiteSettings): Promise<string> =>
  (await api('POST /api/site/settings/preview', { body: settings })).html;

/** The page as it was in a version. */
export async function previewOfVersion(version: number): Promise<string> {
  const { settings } = await api('GET /api/site/settings/versions/:number', {
    params: { number: String(version) },
  });
  return previewOf(settings);
}
