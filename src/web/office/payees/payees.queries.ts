import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SentQueryOf } from '../../../shared/contract.ts';
import type {
  payeesContract,
  ThresholdFields,
  YearThreshold,
} from '../../../shared/payees/payees.contract.ts';
import { payeesOnPage } from '../../../shared/payees/payees.ts';
import { type Answer, api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const key = ['payees'];

export type PayeeFilter = SentQueryOf<(typeof payeesContract)['GET /api/payees/:year/csv']>;

export const payeesQuery = (year: string, filter: PayeeFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, year, filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/payees/:year', { params: { year }, query: { ...filter, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      total > pages.length * payeesOnPage ? pages.length * payeesOnPage : undefined,
    placeholderData: keepPreviousData,
  });

const read = ({ data, headers }: Answer<YearThreshold>) => ({ ...data, etag: etagOf(headers) });

/** For the form: read on every opening, never refetched while the admin types. */
export const thresholdQuery = (year: string) =>
  queryOptions({
    queryKey: ['payee-threshold', year],
    queryFn: async ({ signal }) =>
      read(await apiAnswer('GET /api/payees/:year/threshold', { params: { year }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves over what was read with this ETag. */
export function useSaveThreshold(year: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ etag, ...body }: ThresholdFields & { etag: string | undefined }) =>
      read(
        await apiAnswer('PUT /api/payees/:year/threshold', {
          params: { year },
          body,
          headers: ifMatch(etag),
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** The server builds the file and writes an audit event. */
export const exportPayees = (year: string, query: PayeeFilter) =>
  apiFile('GET /api/payees/:year/csv', { params: { year }, query });
