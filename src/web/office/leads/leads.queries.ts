import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { LeadStatus } from '../../../shared/lead-statuses.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { api, apiAnswer, apiFile } from '../../api.ts';
import { nextCursor } from '../next-cursor.ts';
import { useSingleMutation } from '../useSingleMutation.ts';
import { leadsKey, newLeadsQuery } from './new-leads.query.ts';

export interface LeadFilter {
  spam: boolean;
  status: LeadStatus | undefined;
  search: string;
}

const listsKey = [...leadsKey, 'list'];
const leadKey = (id: string) => [...leadsKey, 'lead', id];
const notesKey = (id: string) => [...leadsKey, 'notes', id];

const toQuery = ({ spam, status, search }: LeadFilter) =>
  ({ spam: spam ? 'true' : 'false', status, search }) as const;

export const leadsQuery = (filter: LeadFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filter), cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/leads', { query, signal });
      return { leads: data, next: nextCursor(headers) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const overflowQuery = queryOptions({
  queryKey: [...leadsKey, 'overflow'],
  queryFn: ({ signal }) => api('GET /api/leads/overflow', { signal }),
});

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: leadKey(id),
    queryFn: ({ signal }) => api('GET /api/leads/:id', { params: { id }, signal }),
  });

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: notesKey(id),
    queryFn: ({ signal }) => api('GET /api/leads/:id/notes', { params: { id }, signal }),
  });

type Lists = InfiniteData<{ leads: Lead[]; next: string | undefined }>;

/** A row that no longer matches the filter stays until the list reopens, so that it does not vanish in use. */
export function useChangeLead(id: string) {
  const client = useQueryClient();
  return useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: `lead ${id}` },
    mutationFn: (body: { status?: LeadStatus; spam?: boolean }) =>
      api('PATCH /api/leads/:id', { params: { id }, body }),
    onSuccess: (lead, { spam }) => {
      client.setQueryData(leadQuery(id).queryKey, lead);
      void client.invalidateQueries({ queryKey: newLeadsQuery.queryKey });
      void client.invalidateQueries({ queryKey: overflowQuery.queryKey });
      if (spam !== undefined) return client.removeQueries({ queryKey: listsKey });
      const replace = (each: Lead) => (each._id === id ? lead : each);
      client.setQueriesData<Lists>(
        { queryKey: listsKey },
        (lists) =>
          lists && {
            ...lists,
            pages: lists.pages.map((page) => ({ ...page, leads: page.leads.map(replace) })),
          },
      );
      return client.invalidateQueries({ queryKey: listsKey, refetchType: 'none' });
    },
  });
}

export function useDeleteLead() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/leads/:id', { params: { id } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: listsKey });
      void client.invalidateQueries({ queryKey: newLeadsQuery.queryKey });
      void client.invalidateQueries({ queryKey: overflowQuery.queryKey });
    },
  });
}

export function useAddNote(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (text: string) => api('POST /api/leads/:id/notes', { params: { id }, body: { text } }),
    onSuccess: (notes) => {
      client.setQueryData(notesQuery(id).queryKey, notes);
      return client.invalidateQueries({ queryKey: listsKey, refetchType: 'none' });
    },
  });
}

/** The server builds the file and writes an audit event. */
export const exportLeads = (filter: LeadFilter) =>
  apiFile('GET /api/leads/export', { query: toQuery(filter) });
