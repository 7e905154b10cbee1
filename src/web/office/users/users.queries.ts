import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Refusal, User } from '../../../shared/users.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { useSingleMutation } from '../useSingleMutation.ts';
import type { UserValues } from './user-form.ts';

const usersKey = ['users'];
const listsKey = [...usersKey, 'list'];

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

/** What users take of their storage. */
export const storageQuery = queryOptions({
  queryKey: [...usersKey, 'storage'],
  queryFn: ({ signal }) => api('GET /api/users/storage', { signal }),
});

/** For the form: read anew each time it opens, and never under the hands of somebody who types. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, id],
    queryFn: ({ signal }) => api('GET /api/users/:id', { params: { id }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

const isStatusError = (answer: User | Refusal): answer is Refusal => 'status' in answer;

/** Failures that a person can mend come as an answer; each is shown as an alert (docs/product.md P9.3). */
function tell(answer: User | Refusal, success: string): void {
  if (isStatusError(answer)) alerts.add({ message: answer.message, type: 'danger' });
  else alerts.add({ message: success, type: 'success' });
}

/** The lists are read anew when the reader is back: by then a member may have signed themself out by the change. */
function useForgetLists(): () => void {
  const client = useQueryClient();
  return () => client.removeQueries({ queryKey: listsKey });
}

export function useCreateUser() {
  const invalidateLists = useForgetLists();
  return useSingleMutation({
    mutationFn: (body: UserValues) => api('POST /api/users', { body }),
    onSuccess: (answer) => {
      invalidateLists();
      tell(answer, 'User created');
    },
  });
}

export function useUpdateUser(id: string) {
  const invalidateLists = useForgetLists();
  return useSingleMutation({
    mutationFn: (body: UserValues) => api('PUT /api/users/:id', { params: { id }, body }),
    onSuccess: (answer) => {
      invalidateLists();
      tell(answer, 'User updated');
    },
  });
}

export function useDeleteUser(id: string) {
  const invalidateLists = useForgetLists();
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/users/:id', { params: { id } }),
    onSuccess: () => {
      invalidateLists();
      alerts.add({ message: 'Account deleted', type: 'success' });
    },
  });
}

export type UserAction = 'suspend' | 'reactivate' | 'invite' | 'revoke';

const calls = {
  suspend: 'POST /api/users/:id/suspend',
  reactivate: 'POST /api/users/:id/reactivate',
  invite: 'POST /api/users/:id/invitation',
  revoke: 'DELETE /api/users/:id/invitation',
} as const;

/** What the row menu does; the answer takes the row's place in the lists that are kept. */
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
