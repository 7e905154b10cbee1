import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  CheckFields,
  ComplianceSettings,
  EntryDecision,
  LeavingFields,
  MemberFile,
} from '../../../shared/compliance/compliance.contract.ts';
import { type FindingKind, type FindingState, membersOnDesk } from '../../../shared/compliance/findings.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import type { DetailsOf, OfficeEntry } from '../../../shared/member-files/member-file.ts';
import { type Answer, api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { uploadFile } from '../files/upload-file.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const complianceKey = ['compliance'];

export interface DeskFilter {
  search: string;
  state: FindingState | 'all';
  kind: FindingKind | 'all';
}
export type DeskSort = 'worst' | 'due' | 'name';

export const deskQuery = (filter: DeskFilter, sort: DeskSort) =>
  infiniteQueryOptions({
    queryKey: [...complianceKey, 'desk', filter, sort],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/compliance', { query: { ...filter, sort, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, skip) =>
      skip + membersOnDesk < total ? skip + membersOnDesk : undefined,
    placeholderData: keepPreviousData,
  });

export const exportDesk = (filter: DeskFilter) => apiFile('GET /api/compliance/csv', { query: filter });

export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: [...complianceKey, 'file', id],
    queryFn: ({ signal }) => api('GET /api/compliance/members/:id', { params: { id }, signal }),
  });

/** A change of their file renews it, too. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...complianceKey, 'person', id],
    queryFn: ({ signal }) => api('GET /api/people/:id', { params: { id }, signal }),
  });

/** For the dialog: read on every opening. */
export const leavingQuery = (id: string) =>
  queryOptions({
    queryKey: [...complianceKey, 'leaving', id],
    queryFn: ({ signal }) => api('GET /api/compliance/members/:id/leaving', { params: { id }, signal }),
    gcTime: 0,
  });

export const checkQuery = (skip: number) =>
  queryOptions({
    queryKey: [...complianceKey, 'check', skip],
    queryFn: ({ signal }) => api('GET /api/compliance/checks', { query: { skip }, signal }),
  });

const read = ({ data, headers }: Answer<ComplianceSettings>) => ({
  settings: data,
  etag: etagOf(headers),
});

/** For the form: read on every opening, never refetched while the admin types. */
export const settingsQuery = queryOptions({
  queryKey: [...complianceKey, 'settings'],
  queryFn: async ({ signal }) => read(await apiAnswer('GET /api/compliance/settings', { signal })),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export const brokerageQuery = queryOptions({
  queryKey: [...complianceKey, 'brokerage'],
  queryFn: ({ signal }) => api('GET /api/compliance/brokerage', { signal }),
});

/** A change of a file changes the desk, the queue and the list of licenses. */
function useRefresh() {
  const client = useQueryClient();
  return async (message: string, file?: MemberFile) => {
    say(message);
    if (file) client.setQueryData(fileQuery(file._id).queryKey, file);
    await Promise.all([
      client.invalidateQueries({ queryKey: complianceKey }),
      client.invalidateQueries({ queryKey: ['licenses'] }),
      // A W-9 that is checked off ticks its check.
      client.invalidateQueries({ queryKey: ['joining'] }),
    ]);
  };
}

export function useAddEntry(id: string) {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (body: OfficeEntry) =>
      api('POST /api/compliance/members/:id/entries', { params: { id }, body }),
    onSuccess: (file) => refresh('Added to the file', file),
  });
}

/** Ends an agreement, suspends an account and moves leads, too. */
export function useLeaving(id: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (body: LeavingFields) =>
      api('POST /api/compliance/members/:id/leaving', { params: { id }, body }),
    onSuccess: async ({ name, on }) => {
      await refresh(on && on > today() ? `${name} leaves on ${formatDay(on)}` : `${name} has left`);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== complianceKey[0] });
    },
  });
}

export function useCheckLicense(id: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (body: CheckFields) =>
      api('POST /api/compliance/members/:id/check', { params: { id }, body }),
    // It may have been refused because of another look, which is then expected.
    onError: () => client.invalidateQueries({ queryKey: complianceKey }),
    onSuccess: (file) => refresh(`The license of ${file.name} is checked`, file),
  });
}

export function useEntryDone() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: ({ id, ...body }: { id: string; on: string; confirmation: string }) =>
      api('POST /api/compliance/entries/:id/done', { params: { id }, body }),
    onSuccess: (file) => refresh('Noted', file),
  });
}

export function useDecide() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: ({ id, ...body }: EntryDecision & { id: string }) =>
      api('POST /api/compliance/entries/:id/decide', { params: { id }, body }),
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: complianceKey }),
    onSuccess: (file) => refresh('Noted', file),
  });
}

export function useWithdraw() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api('POST /api/compliance/entries/:id/withdraw', { params: { id }, body: { reason } }),
    onSuccess: () => refresh('Entry withdrawn'),
  });
}

export function useAttachFile() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) =>
      uploadFile(`/api/compliance/entries/${id}/file`, file),
    onSuccess: () => refresh('File added'),
  });
}

export function useAddOfBrokerage() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (body: DetailsOf<'insurance'>) => api('POST /api/compliance/brokerage', { body }),
    onSuccess: () => refresh('Insurance added'),
  });
}

/** Saves what was read with this ETag. */
export function useSaveSettings(etag: string | undefined) {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (body: ComplianceSettings) =>
      api('PUT /api/compliance/settings', { body, headers: ifMatch(etag) }),
    onSuccess: () => refresh('Settings saved'),
  });
}
