import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { bookkeepingContract } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import type { Report } from '../../../shared/bookkeeping/figures.ts';
import type { JournalAccount } from '../../../shared/bookkeeping/journal.ts';
import type { SentQueryOf } from '../../../shared/contract.ts';
import { api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { Range } from './periods.ts';

type Contract = typeof bookkeepingContract;
const key = ['bookkeeping'];

export const incomeQuery = (query: Range) =>
  queryOptions({
    queryKey: [...key, 'income', query],
    queryFn: ({ signal }) => api('GET /api/bookkeeping/income', { query, signal }),
  });

export const deductionsQuery = (query: Range) =>
  queryOptions({
    queryKey: [...key, 'deductions', query],
    queryFn: ({ signal }) => api('GET /api/bookkeeping/deductions', { query, signal }),
  });

export const promiseQuery = (query: Range) =>
  queryOptions({
    queryKey: [...key, 'promise', query],
    queryFn: ({ signal }) => api('GET /api/bookkeeping/promise', { query, signal }),
  });

export type ProductionSort = NonNullable<SentQueryOf<Contract['GET /api/bookkeeping/production']>['sort']>;

export const productionQuery = (range: Range, sort: ProductionSort) =>
  infiniteQueryOptions({
    queryKey: [...key, 'production', range, sort],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/bookkeeping/production', { query: { ...range, sort, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { agents }) => sum + agents.length, 0);
      return last.agents.length > 0 && shown < last.count ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });

export type SourceFilter = Omit<SentQueryOf<Contract['GET /api/bookkeeping/sources']>, 'cursor' | 'limit'>;

export const sourcesQuery = (filter: SourceFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'sources', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/bookkeeping/sources', { query, signal });
      return { ...data, next: nextCursor(headers) };
    },
    ...byCursor,
  });

/** The server builds the file and writes an audit event. */
export const exportReport = (report: Report, query: Range) =>
  apiFile('GET /api/bookkeeping/export', { query: { ...query, report } });

export const journalQuery = (query: Range) =>
  queryOptions({
    queryKey: [...key, 'journal', query],
    queryFn: ({ signal }) => api('GET /api/bookkeeping/journal', { query, signal }),
    placeholderData: keepPreviousData,
  });

export function useMakeExport() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Range) => api('POST /api/bookkeeping/journal', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...key, 'journal'] }),
  });
}

/** For the form: read on every opening, never refetched while the admin types. */
export const accountsQuery = queryOptions({
  queryKey: ['journal-accounts'],
  queryFn: async ({ signal }) => {
    const { data, headers } = await apiAnswer('GET /api/bookkeeping/journal/accounts', { signal });
    return { names: data, etag: etagOf(headers) };
  },
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves over what was read with this ETag. */
export function useSaveAccounts() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ names, etag }: { names: Record<JournalAccount, string>; etag: string | undefined }) =>
      api('PUT /api/bookkeeping/journal/accounts', { body: names, headers: ifMatch(etag) }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...key, 'journal'] }),
  });
}

/** Reads the file of an export, which stays the same. */
export const readExport = (number: number) =>
  apiFile('GET /api/bookkeeping/journal/:number', { params: { number: String(number) } });
