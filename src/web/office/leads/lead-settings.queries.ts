import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  LeadSettings,
  LeadTemplate,
  TemplateFields,
} from '../../../shared/leads/lead-settings.contract.ts';
import { api } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { leadsKey } from './new-leads.query.ts';

export const viewsQuery = queryOptions({
  queryKey: [...leadsKey, 'views'],
  queryFn: ({ signal }) => api('GET /api/leads/views', { signal }),
});

export const templatesQuery = queryOptions({
  queryKey: [...leadsKey, 'templates'],
  queryFn: ({ signal }) => api('GET /api/leads/templates', { signal }),
});

export const signatureQuery = queryOptions({
  queryKey: [...leadsKey, 'signature'],
  queryFn: async ({ signal }) => (await api('GET /api/leads/signature', { signal })).lines.join('\n'),
});

/** For the form: read on every opening, never refetched while the admin types. */
export const settingsQuery = queryOptions({
  queryKey: [...leadsKey, 'settings'],
  queryFn: ({ signal }) => api('GET /api/leads/settings', { signal }),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export const digestQuery = queryOptions({
  queryKey: [...leadsKey, 'digest'],
  queryFn: ({ signal }) => api('GET /api/leads/digest', { signal }),
});

export function useAddView() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: { name: string; query: string }) => api('POST /api/leads/views', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
}

export function useDeleteView() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/leads/views/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
}

/** Adds a template, or changes the one that was seen. */
export function useSaveTemplate(template: LeadTemplate | undefined) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: TemplateFields) => {
      if (template === undefined) return api('POST /api/leads/templates', { body });
      const { _id: id, ...seen } = template;
      return api('PUT /api/leads/templates/:id', { params: { id }, body: { ...body, seen } });
    },
    // Also when someone else has changed it.
    onSettled: () => client.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/leads/templates/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: LeadSettings & { seen: LeadSettings }) => api('PUT /api/leads/settings', { body }),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}

export function useSetDigest() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (wanted: boolean) => api('PUT /api/leads/digest', { body: { wanted } }),
    onSuccess: (digest) => client.setQueryData(digestQuery.queryKey, digest),
  });
}
