import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { second } from '../../../shared/time.ts';
import type { BulkInvitation, Columns } from '../../../shared/users/bulk-invitations.contract.ts';
import { api, apiFile } from '../../api.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { listsKey as usersListsKey } from './users.queries.ts';

/** The list to send; the server guesses columns that are not chosen. */
export interface List {
  csv: string;
  file: string;
  columns?: Partial<Columns>;
  header?: boolean;
}

const bulkKey = ['bulk-invitations'];

export const bulkListsQuery = queryOptions({
  queryKey: [...bulkKey, 'lists'],
  queryFn: ({ signal }) => api('GET /api/users/bulk', { signal }),
});

const isUnderWay = ({ finished, mails }: BulkInvitation) => finished === null || mails.waiting > 0;

/** Read again while accounts are made or mails wait. */
export const bulkListQuery = (id: string) =>
  queryOptions({
    queryKey: [...bulkKey, id],
    queryFn: ({ signal }) => api('GET /api/users/bulk/:id', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isUnderWay(data)) return false;
      return data.finished === null ? second : 5 * second;
    },
  });

export const usePreview = () =>
  useSingleMutation({ mutationFn: (body: List) => api('POST /api/users/bulk/preview', { body }) });

export function useCommitList() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: List) => api('POST /api/users/bulk', { body }),
    onSuccess: (list) => {
      client.setQueryData(bulkListQuery(list._id).queryKey, list);
      client.removeQueries({ queryKey: usersListsKey });
      return client.invalidateQueries({ queryKey: bulkListsQuery.queryKey });
    },
  });
}

export function useStopList(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api('POST /api/users/bulk/:id/stop', { params: { id } }),
    onSuccess: (list) => {
      client.setQueryData(bulkListQuery(id).queryKey, list);
      return client.invalidateQueries({ queryKey: bulkListsQuery.queryKey });
    },
  });
}

export const failedRows = (id: string) => apiFile('GET /api/users/bulk/:id/failed', { params: { id } });
