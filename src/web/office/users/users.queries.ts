import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Refusal, User } from '../../../shared/users/users.contract.ts';
import { api, apiAnswer, apiFile, etagOf, ifMatch } from '../../api.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { leadsKey } from '../leads/new-leads.query.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { UserValues } from './user-form.ts';

const usersKey = ['users'];
export const listsKey = [...usersKey, 'list'];

/** The newest users that match, at most 1,000, and whether there are more. */
export const usersQuery = (search: string) =>
  queryOptions({
    queryKey: [...listsKey, search],
    queryFn: async ({ signal }) => {
      const { data, headers } = await apiAnswer('GET /api/users', { query: { search }, signal });
      return { users: data, more: headers.has('link') };
    },
    placeholderData: keepPreviousData,
  });

/** The server builds the file and writes an audit event. */
export const exportUsers = (search: string) => apiFile('GET /api/users/export', { query: { search } });

export const storageQuery = queryOptions({
  queryKey: [...usersKey, 'storage'],
  queryFn: ({ signal }) => api('GET /api/users/storage', { signal }),
});

/** For the form: read on every opening, never refetched while the user types. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, id],
    queryFn: async ({ signal }) => {
      const { data, headers } = await apiAnswer('GET /api/users/:id', { params: { id }, signal });
      return { user: data, etag: etagOf(headers) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

const isStatusError = (answer: User | Refusal): answer is Refusal => 'status' in answer;

/** Failures the user can fix arrive as a response body; each is shown as an alert (docs/product.md P9.3). */
function showResult(answer: User | Refusal, success: string): void {
  if (isStatusError(answer)) alerts.add({ message: answer.message, type: 'danger' });
  else alerts.add({ message: success, type: 'success' });
}

/** The lists reload when the user returns to them: the change may have signed them out by then. */
function useClearLists(): () => void {
  const client = useQueryClient();
  return () => client.removeQueries({ queryKey: listsKey });
}

export function useCreateUser() {
  const client = useQueryClient();
  const clearLists = useClearLists();
  return useSingleMutation({
    mutationFn: (body: UserValues & { lead?: string }) => api('POST /api/users', { body }),
    onSuccess: (answer) => {
      clearLists();
      // The new user may be a lead who has joined.
      void client.invalidateQueries({ queryKey: leadsKey });
      showResult(answer, 'User created');
    },
  });
}

/** Saves what was read with this ETag: rights that someone has taken since do not come back. */
export function useUpdateUser(id: string, etag: string | undefined) {
  const clearLists = useClearLists();
  return useSingleMutation({
    mutationFn: (body: UserValues) =>
      api('PUT /api/users/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: (answer) => {
      clearLists();
      showResult(answer, 'User updated');
    },
  });
}

export function useDeleteUser(id: string) {
  const clearLists = useClearLists();
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/users/:id', { params: { id } }),
    onSuccess: () => {
      clearLists();
      alerts.add({ message: 'Account deleted', type: 'success' });
    },
  });
}

export function useResetFactors(id: string) {
  const client = useQueryClient();
  const clearLists = useClearLists();
  return useSingleMutation({
    mutationFn: (proof: string) => api('DELETE /api/users/:id/factors', { params: { id }, body: { proof } }),
    onSuccess: (user) => {
      clearLists();
      client.setQueryData(userQuery(id).queryKey, (before) => before && { ...before, user });
      say(`Two-step verification of ${user.name} is reset`);
    },
  });
}

export const useEndEverySession = () =>
  useSingleMutation({ mutationFn: () => api('DELETE /api/users/sessions') });

export type UserAction = 'sign-out' | 'suspend' | 'reactivate' | 'invite' | 'revoke';

const calls = {
  'sign-out': 'DELETE /api/users/:id/sessions',
  suspend: 'POST /api/users/:id/suspend',
  reactivate: 'POST /api/users/:id/reactivate',
  invite: 'POST /api/users/:id/invitation',
  revoke: 'DELETE /api/users/:id/invitation',
} as const;

/** Replaces the row in the cached lists with the response. */
export function useUserAction() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ action, id }: { action: UserAction; id: string }) =>
      api(calls[action], { params: { id } }),
    onSuccess: (user) => {
      const replace = (each: User) => (each._id === user._id ? user : each);
      client.setQueriesData<{ users: User[]; more: boolean }>(
        { queryKey: listsKey },
        (list) => list && { ...list, users: list.users.map(replace) },
      );
    },
  });
}
