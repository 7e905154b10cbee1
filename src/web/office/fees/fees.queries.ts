import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { FeeFields, FeeVersions } from '../../../shared/fees/fees.contract.ts';
import type { FeeFigures } from '../../../shared/fees/fees.ts';
import { api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { publishedFeesQuery } from '../queries/published-fees.query.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export interface ReadFees {
  fees: FeeVersions;
  etag: string | undefined;
}

/** For the form: never refetched while the admin types. */
export const feeVersionsQuery = queryOptions({
  queryKey: ['fees', 'versions'],
  queryFn: async ({ signal }): Promise<ReadFees> => {
    const { data, headers } = await apiAnswer('GET /api/fees/versions', { signal });
    return { fees: data, etag: etagOf(headers) };
  },
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export function usePublishFees() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ body, etag }: { body: FeeFields; etag: string | undefined }) => {
      const { data, headers } = await apiAnswer('POST /api/fees/versions', { body, headers: ifMatch(etag) });
      return { fees: data, etag: etagOf(headers) };
    },
    onSuccess: (read) => {
      client.setQueryData(feeVersionsQuery.queryKey, read);
      return client.invalidateQueries({ queryKey: publishedFeesQuery.queryKey });
    },
  });
}

export function useWithdrawFees() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ number, etag }: { number: number; etag: string | undefined }) => {
      const { data, headers } = await apiAnswer('POST /api/fees/versions/:number/withdraw', {
        params: { number: String(number) },
        headers: ifMatch(etag),
      });
      return { fees: data, etag: etagOf(headers) };
    },
    onSuccess: (read) => {
      client.setQueryData(feeVersionsQuery.queryKey, read);
      return client.invalidateQueries({ queryKey: publishedFeesQuery.queryKey });
    },
  });
}

export const previewOfFees = async (figures: FeeFigures, signal: AbortSignal): Promise<string> =>
  (await api('POST /api/fees/preview', { body: { figures }, signal })).html;

export const pdfOfFees = (figures: FeeFigures) =>
  apiFile('POST /api/fees/preview/pdf', { body: { figures } });
