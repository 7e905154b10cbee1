import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { IndividualTerms } from '../../../shared/agreements/agreement-fields.ts';
import type { SentBodyOf } from '../../../shared/contract.ts';
import type { ApplicationState } from '../../../shared/joining/applications.ts';
import type { joiningContract } from '../../../shared/joining/joining.contract.ts';
import type { Application } from '../../../shared/joining/joining-fields.ts';
import { minute } from '../../../shared/time.ts';
import { api, apiAnswer } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { leadsKey } from './new-leads.query.ts';

const joiningKey = ['joining'];
const listsKey = [...joiningKey, 'list'];

type Contract = typeof joiningContract;

/** How many applications wait for the office; refetched every minute while the page is visible. */
export const waitingApplicationsQuery = queryOptions({
  queryKey: [...joiningKey, 'new-count'],
  queryFn: ({ signal }) => api('GET /api/joining/applications/new-count', { signal }),
  select: ({ count }) => count,
  refetchInterval: minute,
});

export interface ApplicationFilter {
  state: ApplicationState | undefined;
  search: string;
}

export const applicationsQuery = (filter: ApplicationFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/joining/applications', { query, signal });
      return { applications: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...joiningKey, 'application', id],
    queryFn: ({ signal }) => api('GET /api/joining/applications/:id', { params: { id }, signal }),
  });

export const leadApplicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...joiningKey, 'lead', id],
    queryFn: ({ signal }) => api('GET /api/joining/leads/:id', { params: { id }, signal }),
  });

/** Whether agreements can be sent, and why not. */
export const readyQuery = queryOptions({
  queryKey: ['agreements', 'ready'],
  queryFn: ({ signal }) => api('GET /api/agreements/text', { signal }),
});

/** The application as it is answered; the lead it belongs to has another stage, too. */
function show(client: QueryClient, application: Application): void {
  client.setQueryData(applicationQuery(application._id).queryKey, application);
  client.setQueryData(leadApplicationQuery(application.lead).queryKey, { application });
  void client.invalidateQueries({ queryKey: listsKey });
  void client.invalidateQueries({ queryKey: waitingApplicationsQuery.queryKey });
  void client.invalidateQueries({ queryKey: leadsKey });
}

export type TermsChange = SentBodyOf<Contract['PUT /api/joining/leads/:id/terms']> & {
  /** The email can fail after that. */
  onSaved: (terms: IndividualTerms | null) => void;
};

/** Without a change of the terms, the saved ones stay. */
export function useSendAgreement(lead: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async (change: TermsChange | undefined) => {
      if (change) {
        const { onSaved, ...body } = change;
        const params = { id: lead };
        const { application } = await api('PUT /api/joining/leads/:id/terms', { params, body });
        onSaved(application?.terms ?? null);
      }
      return api('POST /api/joining/leads/:id/invitation', { params: { id: lead } });
    },
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: leadApplicationQuery(lead).queryKey }),
    onSuccess: (application) => {
      show(client, application);
      say(`We emailed the link to ${application.email}`);
    },
  });
}

export function useWithdrawInvitation(lead: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/joining/leads/:id/invitation', { params: { id: lead } }),
    onSuccess: (application) => {
      show(client, application);
      say('The link no longer works');
    },
  });
}

export type Decision =
  | { what: 'license'; body: SentBodyOf<Contract['POST /api/joining/applications/:id/license-check']> }
  | { what: 'question'; body: SentBodyOf<Contract['POST /api/joining/applications/:id/question']> }
  | { what: 'decline'; body: SentBodyOf<Contract['POST /api/joining/applications/:id/decline']> }
  | { what: 'countersign'; body: SentBodyOf<Contract['POST /api/joining/applications/:id/countersign']> }
  | { what: 'approve'; body: SentBodyOf<Contract['POST /api/joining/applications/:id/approve']> };

const done: Record<Decision['what'], string> = {
  license: 'License check saved',
  question: 'Question sent',
  decline: 'Application declined',
  countersign: 'The agreement is in force',
  approve: 'Application approved',
};

export function useDecide(id: string) {
  const client = useQueryClient();
  const params = { id };
  return useSingleMutation({
    mutationFn: (decision: Decision) => {
      switch (decision.what) {
        case 'license':
          return api('POST /api/joining/applications/:id/license-check', { params, body: decision.body });
        case 'question':
          return api('POST /api/joining/applications/:id/question', { params, body: decision.body });
        case 'decline':
          return api('POST /api/joining/applications/:id/decline', { params, body: decision.body });
        case 'countersign':
          return api('POST /api/joining/applications/:id/countersign', { params, body: decision.body });
        case 'approve':
          return api('POST /api/joining/applications/:id/approve', { params, body: decision.body });
      }
    },
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: applicationQuery(id).queryKey }),
    onSuccess: (application, { what }) => {
      show(client, application);
      say(done[what]);
    },
  });
}

export const checksQuery = (id: string) =>
  queryOptions({
    queryKey: [...joiningKey, 'checks', id],
    queryFn: ({ signal }) => api('GET /api/joining/members/:id/checks', { params: { id }, signal }),
  });

export function useTick(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: SentBodyOf<Contract['POST /api/joining/members/:id/checks']>) =>
      api('POST /api/joining/members/:id/checks', { params: { id }, body }),
    onSuccess: async (checks, { ticked }) => {
      client.setQueryData(checksQuery(id).queryKey, checks);
      // The open items of the member's file depend on the checks.
      await client.invalidateQueries({ queryKey: ['compliance'] });
      say(ticked ? 'Check saved' : 'Check taken back');
    },
  });
}
