import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { SentBodyOf } from '../../../shared/contract.ts';
import type { LeadStatus } from '../../../shared/leads/lead-statuses.ts';
import type { Lead, leadsContract } from '../../../shared/leads/leads.contract.ts';
import { minute } from '../../../shared/time.ts';
import { api, apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { leadsKey, newLeadsQuery } from './new-leads.query.ts';

export interface LeadFilter {
  spam: boolean;
  status: LeadStatus | undefined;
  /** An id, or 'none'. */
  owner: string | undefined;
  search: string;
}

const listsKey = [...leadsKey, 'list'];
const notesKey = (id: string) => [...leadsKey, 'notes', id];

export type LeadChanges = SentBodyOf<(typeof leadsContract)['PATCH /api/leads/:id']>;

export const toQuery = ({ spam, status, owner, search }: LeadFilter) =>
  ({ spam: spam ? 'true' : 'false', status, owner, search }) as const;

/** Newest first by '-date', oldest first by 'date'. */
export const leadsQuery = (filter: LeadFilter, sort: 'date' | '-date') =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter, sort],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filter), sort, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/leads', { query, signal });
      return { leads: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const overflowQuery = queryOptions({
  queryKey: [...leadsKey, 'overflow'],
  queryFn: ({ signal }) => api('GET /api/leads/overflow', { signal }),
});

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'lead', id],
    queryFn: ({ signal }) => api('GET /api/leads/:id', { params: { id }, signal }),
  });

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: notesKey(id),
    queryFn: ({ signal }) => api('GET /api/leads/:id/notes', { params: { id }, signal }),
  });

const eventsKey = (id: string) => [...leadsKey, 'events', id];
const requestsKey = (id: string) => [...leadsKey, 'requests', id];
const boardKey = [...leadsKey, 'board'];
const todayKey = [...leadsKey, 'today'];

export const ownersQuery = queryOptions({
  queryKey: [...leadsKey, 'owners'],
  queryFn: ({ signal }) => api('GET /api/leads/owners', { signal }),
});

export const eventsQuery = (id: string) =>
  queryOptions({
    queryKey: eventsKey(id),
    queryFn: ({ signal }) => api('GET /api/leads/:id/events', { params: { id }, signal }),
  });

export const requestsQuery = (id: string) =>
  queryOptions({
    queryKey: requestsKey(id),
    queryFn: ({ signal }) => api('GET /api/leads/:id/requests', { params: { id }, signal }),
  });

export const linkedQuery = (id: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'linked', id],
    queryFn: ({ signal }) => api('GET /api/leads/:id/linked', { params: { id }, signal }),
  });

/** Other leads with the same phone number, which proves nothing. */
export const samePhoneQuery = (id: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'same-phone', id],
    queryFn: ({ signal }) => api('GET /api/leads/:id/same-phone', { params: { id }, signal }),
  });

/** The account that a lead has become. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'member', id],
    queryFn: ({ signal }) => api('GET /api/users/:id', { params: { id }, signal }),
  });

export const todayQuery = (mine: boolean) =>
  queryOptions({
    queryKey: [...todayKey, mine],
    queryFn: ({ signal }) =>
      api('GET /api/leads/today', { query: { mine: mine ? 'true' : 'false' }, signal }),
    placeholderData: keepPreviousData,
  });

/** Refetched as often as the badge of new leads, so that the two agree. */
const shared = { placeholderData: keepPreviousData, refetchInterval: minute } as const;

export const stagesQuery = (owner: string | undefined) =>
  queryOptions({
    queryKey: [...boardKey, 'counts', owner],
    queryFn: ({ signal }) => api('GET /api/leads/stages', { query: { owner }, signal }),
    ...shared,
  });

/** The newest leads of a stage, as many as a column of the board shows. */
export const columnQuery = (status: LeadStatus, owner: string | undefined) =>
  queryOptions({
    queryKey: [...boardKey, status, owner],
    queryFn: ({ signal }) => api('GET /api/leads', { query: { status, owner, limit: 25 }, signal }),
    ...shared,
  });

/** Leads to be linked, by the words of a search. */
export const foundLeadsQuery = (search: string) =>
  queryOptions({
    queryKey: [...leadsKey, 'found', search],
    queryFn: ({ signal }) => api('GET /api/leads', { query: { search, limit: 10 }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

/** Reloads lists that a change may affect outside the lead's own row. */
function useRefreshWork() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: newLeadsQuery.queryKey });
    void client.invalidateQueries({ queryKey: overflowQuery.queryKey });
    void client.invalidateQueries({ queryKey: boardKey });
    void client.invalidateQueries({ queryKey: todayKey });
  };
}

type Lists = InfiniteData<{ leads: Lead[]; next: string | undefined }>;

/** A row that no longer matches the filter stays until the list reopens, so that it does not vanish in use. */
export function useChangeLead(id: string) {
  const client = useQueryClient();
  const refresh = useRefreshWork();
  return useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: `lead ${id}` },
    mutationFn: (body: LeadChanges) => api('PATCH /api/leads/:id', { params: { id }, body }),
    onSuccess: (lead, { spam }) => {
      client.setQueryData(leadQuery(id).queryKey, lead);
      refresh();
      void client.invalidateQueries({ queryKey: eventsKey(id) });
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

/** The card moves at once, and back if it cannot be moved. */
export function useMoveLead(owner: string | undefined) {
  const client = useQueryClient();
  const refresh = useRefreshWork();
  return useMutation({
    mutationFn: ({ lead, changes }: { lead: Lead; changes: LeadChanges & { status: LeadStatus } }) =>
      api('PATCH /api/leads/:id', { params: { id: lead._id }, body: changes }),
    onMutate: async ({ lead, changes }) => {
      await client.cancelQueries({ queryKey: boardKey });
      const before = client.getQueriesData({ queryKey: boardKey });
      const edit = (status: LeadStatus, change: (leads: Lead[]) => Lead[]) =>
        client.setQueryData(columnQuery(status, owner).queryKey, (leads) => leads && change(leads));
      edit(lead.status, (leads) => leads.filter(({ _id }) => _id !== lead._id));
      edit(changes.status, (leads) => [{ ...lead, status: changes.status }, ...leads]);
      return before;
    },
    // Restored at once: columns reload one by one, and the card would stand in two of them in between.
    onError: (_error, _move, before = []) => {
      for (const [key, data] of before) client.setQueryData(key, data);
    },
    onSuccess: (lead) => {
      client.setQueryData(leadQuery(lead._id).queryKey, lead);
      client.removeQueries({ queryKey: listsKey });
      void client.invalidateQueries({ queryKey: eventsKey(lead._id) });
    },
    onSettled: refresh,
  });
}

export function useLogContact(id: string) {
  const client = useQueryClient();
  const refresh = useRefreshWork();
  return useSingleMutation({
    mutationFn: (body: {
      kind: 'call' | 'mail';
      text: string;
      take: true;
      nextStep?: { text: string; on: string };
    }) => api('POST /api/leads/:id/contacts', { params: { id }, body }),
    onSuccess: (lead) => {
      client.setQueryData(leadQuery(id).queryKey, lead);
      void client.invalidateQueries({ queryKey: eventsKey(id) });
      client.removeQueries({ queryKey: listsKey });
      refresh();
    },
  });
}

/** The list, with its marks and its notice, is loaded again. */
export function useChangeLeads() {
  const client = useQueryClient();
  const refresh = useRefreshWork();
  return useSingleMutation({
    mutationFn: (body: { ids: string[]; changes: LeadChanges }) => api('POST /api/leads/bulk', { body }),
    onSuccess: () => {
      refresh();
      return client.invalidateQueries({ queryKey: listsKey });
    },
  });
}

export function useUndoLeads() {
  const client = useQueryClient();
  const refresh = useRefreshWork();
  return useSingleMutation({
    mutationFn: (id: string) => api('POST /api/leads/bulk/:id/undo', { params: { id } }),
    onSuccess: () => {
      refresh();
      return client.invalidateQueries({ queryKey: listsKey });
    },
  });
}

/** Links another lead, by its id, or takes it out again. Its button disappears with the answer. */
export function useLinkLead(id: string, call: 'link' | 'unlink', onDone: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (other: string) =>
      api(call === 'link' ? 'POST /api/leads/:id/link' : 'POST /api/leads/:id/unlink', {
        params: { id },
        body: { other },
      }),
    onSuccess: () => {
      onDone();
      return client.invalidateQueries({ queryKey: leadsKey });
    },
  });
}

export function useDeleteLead() {
  const client = useQueryClient();
  const refresh = useRefreshWork();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/leads/:id', { params: { id } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: listsKey });
      refresh();
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
