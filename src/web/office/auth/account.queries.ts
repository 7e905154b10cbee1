import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '../../../shared/auth/own-sessions.contract.ts';
import { api } from '../../api.ts';
import { clearToken } from '../../session.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { deleteDrafts } from '../session/drafts.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => api('GET /api/auth/sessions', { signal }),
});

export const ownDevicesQuery = queryOptions({
  queryKey: ['own-devices'],
  queryFn: ({ signal }) => api('GET /api/auth/devices', { signal }),
});

export function useForgetDevice() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ _id }: OwnSession) => api('DELETE /api/auth/devices/:id', { params: { id: _id } }),
    onSuccess: (_, { _id }) => {
      client.setQueryData(ownDevicesQuery.queryKey, (list) => list?.filter((each) => each._id !== _id));
      say('Device forgotten');
    },
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/auth/sessions/:id', { params: { id } }),
    onSuccess: (_, id) => {
      client.setQueryData(ownSessionsQuery.queryKey, (list) => list?.filter((each) => each._id !== id));
      void client.invalidateQueries({ queryKey: ownDevicesQuery.queryKey });
      say('Session ended');
    },
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/auth/sessions'),
    onSuccess: () => {
      const own = (list: OwnSession[] | undefined) => list?.filter(({ current }) => current);
      client.setQueryData(ownSessionsQuery.queryKey, own);
      void client.invalidateQueries({ queryKey: ownDevicesQuery.queryKey });
      say('All other sessions ended');
    },
  });
}

/** The change also ends the other sessions, so their list is stale. */
export function useChangePassword() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (password: string) => api('POST /api/auth/change-password', { body: { password } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ownSessionsQuery.queryKey });
      client.removeQueries({ queryKey: ownDevicesQuery.queryKey });
    },
  });
}

/** Milliseconds to read the alert before the home page opens (docs/product.md P8.10). */
const pause = 1500;

export function useDeleteOwnAccount() {
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/profile'),
    onSuccess: () => {
      clearToken();
      void deleteDrafts();
      alerts.add({ message: 'Account deleted', type: 'success' });
      setTimeout(() => location.replace('/'), pause);
    },
  });
}
