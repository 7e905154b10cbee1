import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { AgreementSettings, OwnAgreements } from '../../../shared/agreements/agreement-fields.ts';
import type { agreementsContract } from '../../../shared/agreements/agreements.contract.ts';
import type { AgreementState } from '../../../shared/agreements/agreements.ts';
import type { SentBodyOf } from '../../../shared/contract.ts';
import { type Answer, api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { readyQuery } from '../leads/applications.queries.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { ownAgreementsQuery } from './own-agreements.query.ts';

const agreementsKey = ['agreements'];
const versionsKey = [...agreementsKey, 'versions'];
const listsKey = [...agreementsKey, 'list'];
const asksKey = [...agreementsKey, 'asks'];

type Contract = typeof agreementsContract;

/** For the editor: never read again while someone types. */
export const textQuery = queryOptions({
  queryKey: [...agreementsKey, 'text'],
  queryFn: ({ signal }) => api('GET /api/agreements/text', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export const versionsQuery = queryOptions({
  queryKey: [...versionsKey, 'list'],
  queryFn: ({ signal }) => api('GET /api/agreements/versions', { signal }),
});

export const versionQuery = (id: string) =>
  queryOptions({
    queryKey: [...versionsKey, id],
    queryFn: ({ signal }) => api('GET /api/agreements/versions/:id/text', { params: { id }, signal }),
    // Never changes once published.
    staleTime: Number.POSITIVE_INFINITY,
  });

const read = ({ data, headers }: Answer<AgreementSettings>) => ({
  settings: data,
  etag: etagOf(headers),
});

export const settingsQuery = queryOptions({
  queryKey: [...agreementsKey, 'settings'],
  queryFn: async ({ signal }) => read(await apiAnswer('GET /api/agreements/settings', { signal })),
});

export interface AgreementFilter {
  state: AgreementState | undefined;
  search: string;
  /** This one only. */
  id?: string | undefined;
}

export const agreementsQuery = (filter: AgreementFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/agreements', { query, signal });
      return { agreements: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** The agreements of one member, on their page in the office. */
export const agreementsOfQuery = (user: string) =>
  queryOptions({
    queryKey: [...listsKey, 'user', user],
    queryFn: ({ signal }) => api('GET /api/agreements', { query: { user }, signal }),
  });

export const asksQuery = (search: string, open: boolean, skip: number) =>
  queryOptions({
    queryKey: [...asksKey, search, open, skip],
    queryFn: ({ signal }) =>
      api('GET /api/agreements/asks', { query: { search, open: open ? 'true' : 'false', skip }, signal }),
    placeholderData: keepPreviousData,
  });

/** Read once for each visit, as the server draws a new PDF when the text has changed. */
export const reviewQuery = queryOptions({
  queryKey: [...agreementsKey, 'review'],
  queryFn: ({ signal }) => api('POST /api/agreements/mine/review', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

export const previewText = (text: string) => apiFile('POST /api/agreements/text/preview', { body: { text } });
export const agreementPdf = (id: string) => apiFile('GET /api/agreements/:id/pdf', { params: { id } });
export const ownPdf = (id: string) => apiFile('GET /api/agreements/mine/:id/pdf', { params: { id } });
export const reviewPdf = () => apiFile('GET /api/agreements/mine/review/pdf');

export function useSaveText() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentBodyOf<Contract['PUT /api/agreements/text']>) =>
      api('PUT /api/agreements/text', { body }),
    onSuccess: (saved) => {
      client.setQueryData(textQuery.queryKey, saved);
      client.setQueryData(readyQuery.queryKey, saved);
      say('Text saved. Publish it to send it.');
    },
  });
}

/** Reads the text as it is saved now. */
export function useLatestText() {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...textQuery, staleTime: 0 });
}

export function usePublish() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentBodyOf<Contract['POST /api/agreements/versions']>) =>
      api('POST /api/agreements/versions', { body }),
    onSuccess: ({ number }) => {
      say(`Version ${number} is published`);
      return refresh(client);
    },
  });
}

export function useAskToSign() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentBodyOf<Contract['POST /api/agreements/asks']>) =>
      api('POST /api/agreements/asks', { body }),
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: readyQuery.queryKey }),
    onSuccess: ({ asked }) => {
      say(asked === 1 ? '1 member asked to sign' : `${asked} members asked to sign`);
      return client.invalidateQueries({ queryKey: asksKey });
    },
  });
}

/** Saves what was read with this ETag: signers whom someone has removed since do not come back. */
export function useSaveAgreementSettings(etag: string | undefined) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (body: SentBodyOf<Contract['PUT /api/agreements/settings']>) =>
      read(
        await apiAnswer('PUT /api/agreements/settings', {
          body,
          headers: ifMatch(etag),
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      void client.invalidateQueries(readyQuery);
      say('Settings saved');
    },
  });
}

export const useVerify = () =>
  useSingleMutation({
    mutationFn: (sha256: string) => api('POST /api/agreements/verify', { body: { sha256 } }),
  });

export function useCountersignAgain() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, sha256 }: { id: string; sha256: string }) =>
      api('POST /api/agreements/:id/countersign', { params: { id }, body: { sha256 } }),
    onSuccess: ({ name }) => {
      say(`The agreement of ${name} is in force`);
      void client.invalidateQueries({ queryKey: listsKey });
      return client.invalidateQueries({ queryKey: asksKey });
    },
  });
}

export function useEndAgreement() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, on, reason }: { id: string; on: string; reason: string }) =>
      api('POST /api/agreements/:id/end', { params: { id }, body: { on, reason } }),
    onSuccess: ({ name }) => {
      say(`The agreement of ${name} has ended`);
      return client.invalidateQueries({ queryKey: listsKey });
    },
  });
}

export function useSignOwn() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentBodyOf<Contract['POST /api/agreements/mine/sign']>) =>
      api('POST /api/agreements/mine/sign', { body }),
    onSuccess: (own: OwnAgreements) => {
      client.setQueryData(ownAgreementsQuery.queryKey, own);
      say('Signed. The agreement takes effect once our broker signs, too.');
    },
  });
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: versionsKey }),
    client.invalidateQueries({ queryKey: asksKey }),
    client.invalidateQueries(readyQuery),
    client.invalidateQueries(textQuery),
  ]);
}
