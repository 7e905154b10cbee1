import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOf, SentQueryOf } from '../../../shared/contract.ts';
import type { DuesSettings, duesContract } from '../../../shared/dues/dues.contract.ts';
import { type Answer, api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

type Contract = typeof duesContract;
const key = ['dues'];

export type DueFilter = Omit<SentQueryOf<Contract['GET /api/dues']>, 'cursor' | 'limit'>;

export const duesQuery = (filter: DueFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/dues', { query, signal });
      return { dues: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

const read = ({ data, headers }: Answer<DuesSettings>) => ({ settings: data, etag: etagOf(headers) });

/** For the form: read on every opening, never refetched while the admin types. */
export const duesSettingsQuery = queryOptions({
  queryKey: [...key, 'settings'],
  queryFn: async ({ signal }) => read(await apiAnswer('GET /api/dues/settings', { signal })),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export const ownDuesQuery = queryOptions({
  queryKey: [...key, 'own'],
  queryFn: ({ signal }) => api('GET /api/dues/me', { signal }),
});

/** An act, as it is sent. */
type DueAct =
  | { act: 'add'; body: SentBodyOf<Contract['POST /api/dues']> }
  | { act: 'paid'; body: SentBodyOf<Contract['POST /api/dues/paid']> }
  | { act: 'waive' | 'void' | 'take-back'; id: string; reason: string };

async function send(call: DueAct): Promise<unknown> {
  if (call.act === 'add') return api('POST /api/dues', { body: call.body });
  if (call.act === 'paid') return api('POST /api/dues/paid', { body: call.body });
  const given = { params: { id: call.id }, body: { reason: call.reason } };
  if (call.act === 'waive') return api('POST /api/dues/:id/waive', given);
  if (call.act === 'void') return api('POST /api/dues/:id/void', given);
  return api('POST /api/dues/:id/take-back', given);
}

export function useDueAct() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Saves over what was read with this ETag. */
export function useSaveDuesSettings(etag: string | undefined) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (body: DuesSettings) =>
      read(await apiAnswer('PUT /api/dues/settings', { body, headers: ifMatch(etag) })),
    onSuccess: (saved) => client.setQueryData(duesSettingsQuery.queryKey, saved),
  });
}

/** The server builds the file and writes an audit event. */
export const exportDues = () => apiFile('GET /api/dues/export');
export const readInvoice = (id: string) => apiFile('GET /api/dues/:id/invoice', { params: { id } });
export const readOwnInvoice = (id: string) => apiFile('GET /api/dues/me/:id/invoice', { params: { id } });
