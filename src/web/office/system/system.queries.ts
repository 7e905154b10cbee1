import { queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

/** Reloads each minute while the page is open. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => api('GET /api/system', { signal }),
  refetchInterval: minute,
});

export const backupQuery = queryOptions({
  queryKey: ['system', 'backup'],
  queryFn: ({ signal }) => api('GET /api/system/backup', { signal }),
  refetchInterval: minute,
});
