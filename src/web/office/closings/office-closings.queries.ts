import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type {
  ClosingSettings,
  ClosingSettingsFields,
  closingsOfficeContract,
} from '../../../shared/closings/closings-office.contract.ts';
import type { SentBodyOf, SentQueryOf } from '../../../shared/contract.ts';
import { minute } from '../../../shared/time.ts';
import { type Answer, ApiError, api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { type Versioned, versioned } from './closings.queries.ts';
import { officeKey, waitingClosingsQuery } from './waiting-closings.query.ts';

type Contract = typeof closingsOfficeContract;

/** As of the lists of dues. */
const duesKey = ['dues'];
const insightsKey = [...officeKey, 'insights'];

export const workQuery = queryOptions({
  queryKey: [...officeKey, 'work'],
  queryFn: ({ signal }) => api('GET /api/closings/work', { signal }),
});

export type ClosingFilter = Omit<SentQueryOf<Contract['GET /api/closings']>, 'cursor' | 'limit'>;

export const closingsQuery = (filter: ClosingFilter) =>
  infiniteQueryOptions({
    queryKey: [...officeKey, 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/closings', { query, signal });
      return { closings: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Closings to link with. */
export const foundClosingsQuery = (search: string) =>
  queryOptions({
    queryKey: [...officeKey, 'found', search],
    queryFn: ({ signal }) =>
      api('GET /api/closings', { query: { search, limit: 10, sort: '-since' }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

export const officeClosingQuery = (id: string) =>
  queryOptions({
    queryKey: [...officeKey, 'closing', id],
    queryFn: async ({ signal }) =>
      versioned(await apiAnswer('GET /api/closings/:id', { params: { id }, signal })),
  });

/** One of the calls below, told what it changes. */
export type Act = (headers: Record<string, string>) => Promise<Answer<OfficeClosing>>;

/** The calls that change closing `id`; each takes the body to send. */
/** The server builds the file and writes an audit event. */
export const exportClosings = (filter: ClosingFilter) =>
  apiFile('GET /api/closings/export', { query: filter });

/** Dues that the closing deducts. */
export const keptDuesQuery = (closing: string) =>
  queryOptions({
    queryKey: [...duesKey, 'kept', closing],
    queryFn: ({ signal }) => api('GET /api/dues', { query: { closing }, signal }),
  });

export function officeActs(id: string) {
  const params = { id };
  return {
    change:
      (body: SentBodyOf<Contract['PUT /api/closings/:id']>): Act =>
      (headers) =>
        apiAnswer('PUT /api/closings/:id', { params, body, headers }),
    decide:
      (body: SentBodyOf<Contract['PUT /api/closings/:id/decisions']>): Act =>
      (headers) =>
        apiAnswer('PUT /api/closings/:id/decisions', { params, body, headers }),
    ask:
      (text: string): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/ask', { params, body: { text }, headers }),
    approve:
      (body: SentBodyOf<Contract['POST /api/closings/:id/approve']>): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/approve', { params, body, headers }),
    withdraw:
      (reason: string): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/withdraw', { params, body: { reason }, headers }),
    step:
      (body: SentBodyOf<Contract['POST /api/closings/:id/steps']>): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/steps', { params, body, headers }),
    /** The letter `number`, to one address. */
    email:
      (number: number) =>
      (to: string): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/emails', { params, body: { number, to }, headers }),
    tick:
      (ticked: string[]): Act =>
      (headers) =>
        apiAnswer('PUT /api/closings/:id/package', { params, body: { ticked }, headers }),
    paid:
      (body: SentBodyOf<Contract['POST /api/closings/:id/paid']>): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/paid', { params, body, headers }),
    correct:
      (body: SentBodyOf<Contract['POST /api/closings/:id/corrections']>): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/corrections', { params, body, headers }),
    fall:
      (body: SentBodyOf<Contract['POST /api/closings/:id/fell-through']>): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/fell-through', { params, body, headers }),
    archive: (): Act => (headers) => apiAnswer('POST /api/closings/:id/archive', { params, headers }),
    link:
      (other: string): Act =>
      (headers) =>
        apiAnswer('POST /api/closings/:id/link', { params, body: { closing: other }, headers }),
    unlink: (): Act => (headers) => apiAnswer('DELETE /api/closings/:id/link', { params, headers }),
  };
}

/** Someone else saved first: gets what they saved. What was typed stays. */
export type OnConflict = (before: OfficeClosing, after: Versioned<OfficeClosing>) => void;

export function useOfficeAct(current: Versioned<OfficeClosing>, onConflict: OnConflict) {
  const client = useQueryClient();
  const { queryKey, queryFn } = officeClosingQuery(current.closing._id);
  return useSingleMutation({
    mutationFn: async ({ act, from = current }: { act: Act; from?: Versioned<OfficeClosing> }) => {
      try {
        return versioned(await act(ifMatch(from.etag)));
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) {
          const after = await client.fetchQuery({ queryKey, queryFn, staleTime: 0 });
          onConflict(from.closing, after);
        }
        throw error;
      }
    },
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      void client.invalidateQueries({ queryKey: [...officeKey, 'list'] });
      void client.invalidateQueries({ queryKey: workQuery.queryKey });
      void client.invalidateQueries({ queryKey: waitingClosingsQuery.queryKey });
      void client.invalidateQueries({ queryKey: duesKey });
      return client.invalidateQueries({ queryKey: insightsKey, refetchType: 'none' });
    },
  });
}

/** Read on every opening: the words can change. */
export const letterEmailQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...officeKey, 'letter-email', id, number],
    queryFn: ({ signal }) =>
      api('GET /api/closings/:id/letters/:number/email', { params: { id, number: String(number) }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const readLetter = (id: string, number: number) =>
  apiFile('GET /api/closings/:id/letters/:number', { params: { id, number: String(number) } });

const read = ({ data, headers }: Answer<ClosingSettings>) => ({
  settings: data,
  etag: etagOf(headers),
});

/** For the form: read on every opening, never refetched while the admin types. */
export const closingSettingsQuery = queryOptions({
  queryKey: [...officeKey, 'settings'],
  queryFn: async ({ signal }) => read(await apiAnswer('GET /api/closings/settings', { signal })),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves what was read with this ETag: approvers whom someone has removed since do not come back. */
export function useSaveClosingSettings(etag: string | undefined) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (body: ClosingSettingsFields) =>
      read(await apiAnswer('PUT /api/closings/settings', { body, headers: ifMatch(etag) })),
    onSuccess: (saved) => client.setQueryData(closingSettingsQuery.queryKey, saved),
  });
}

/** People who can be named approvers; the list of users is open only to admins. */
export const approverCandidatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...officeKey, 'candidates', search],
    queryFn: ({ signal }) => api('GET /api/users', { query: { search, limit: 10 }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

export function useImportClosings() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: { csv: string; apply: boolean }) => api('POST /api/closings/import', { body }),
    onSuccess: (_, { apply }) => (apply ? client.invalidateQueries({ queryKey: officeKey }) : undefined),
  });
}

export type InsightMonths = '3' | '12' | '24';

export const closingInsightsQuery = (months: InsightMonths) =>
  queryOptions({
    queryKey: [...insightsKey, months],
    queryFn: ({ signal }) => api('GET /api/closings/insights', { query: { months }, signal }),
    staleTime: minute,
  });

export const idleQuery = infiniteQueryOptions({
  queryKey: [...officeKey, 'idle'],
  queryFn: ({ pageParam, signal }) => api('GET /api/closings/idle', { query: { skip: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: (page, pages) => (page.length === 200 ? pages.length * 200 : undefined),
});
