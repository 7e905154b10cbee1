import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import type { closingsContract } from '../../../shared/closings/closings.contract.ts';
import type { SentBodyOf } from '../../../shared/contract.ts';
import { minute } from '../../../shared/time.ts';
import { type Answer, api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { closingsKey, ownClosingsQuery } from './own-closings.query.ts';

export type SentClosing = SentBodyOf<(typeof closingsContract)['POST /api/my-closings']>;
export type SentChanges = SentBodyOf<(typeof closingsContract)['PUT /api/my-closings/:id']>;

/** A closing with its ETag: the server refuses a change made from a version that someone else has since replaced. */
export interface Versioned<T> {
  closing: T;
  etag: string | undefined;
}

export const versioned = <T>({ data, headers }: Answer<T>): Versioned<T> => ({
  closing: data,
  etag: etagOf(headers),
});

export const ownClosingQuery = (id: string) =>
  queryOptions({
    queryKey: [...closingsKey, 'closing', id],
    queryFn: async ({ signal }) =>
      versioned(await apiAnswer('GET /api/my-closings/:id', { params: { id }, signal })),
  });

/** For the form: read on every opening, never while the member types. */
const ofForm = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;

export const startQuery = queryOptions({
  queryKey: [...closingsKey, 'start'],
  queryFn: ({ signal }) => api('GET /api/my-closings/start', { signal }),
  ...ofForm,
});

export const draftQuery = queryOptions({
  queryKey: [...closingsKey, 'draft'],
  queryFn: ({ signal }) => api('GET /api/my-closings/draft', { signal }),
  ...ofForm,
});

export const copyQuery = (id: string) =>
  queryOptions({
    queryKey: [...closingsKey, 'copy', id],
    queryFn: async ({ signal }) => {
      const options = { params: { id }, signal };
      const [entry, { coAgents }] = await Promise.all([
        api('GET /api/my-closings/:id/copy', options),
        api('GET /api/my-closings/:id', options),
      ]);
      return { entry, coAgents };
    },
    ...ofForm,
  });

export const coAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: [...closingsKey, 'co-agents', search],
    queryFn: ({ signal }) => api('GET /api/my-closings/co-agents', { query: { search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: minute,
  });

export const yearQuery = (year: string) =>
  queryOptions({
    queryKey: [...closingsKey, 'year', year],
    queryFn: ({ signal }) => api('GET /api/my-closing-years/:year', { params: { year }, signal }),
  });

export const saveDraft = (
  body: { form: string; seen?: string | null },
  options: { outlivesPage?: boolean } = {},
) => api('PUT /api/my-closings/draft', { body, ...options });

export function useReportClosing() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (body: SentClosing) => versioned(await apiAnswer('POST /api/my-closings', { body })),
    onSuccess: (answer) => keep(client, answer),
  });
}

export function useChangeClosing(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ body, etag }: { body: SentChanges; etag: string | undefined }) =>
      versioned(
        await apiAnswer('PUT /api/my-closings/:id', { params: { id }, body, headers: ifMatch(etag) }),
      ),
    onSuccess: (answer) => keep(client, answer),
  });
}

/** Sends a member's question to the approvers. */
export function useAskOffice(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (text: string) =>
      versioned(await apiAnswer('POST /api/my-closings/:id/ask', { params: { id }, body: { text } })),
    onSuccess: (answer) => keep(client, answer),
  });
}

function keep(client: QueryClient, answer: Versioned<OwnClosing>): Promise<void> {
  client.setQueryData(ownClosingQuery(answer.closing._id).queryKey, answer);
  return client.invalidateQueries({ queryKey: ownClosingsQuery.queryKey });
}

export const readStatement = (id: string) =>
  apiFile('GET /api/my-closings/:id/statement', { params: { id } });

export const readOwnLetter = (id: string, number: number) =>
  apiFile('GET /api/my-closings/:id/letters/:number', { params: { id, number: String(number) } });

export const readYear = (year: string) =>
  apiFile('GET /api/my-closing-years/:year/csv', { params: { year } });
