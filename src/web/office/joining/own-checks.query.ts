import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const ownChecksQuery = queryOptions({
  queryKey: ['joining', 'checks', 'own'],
  queryFn: ({ signal }) => api('GET /api/joining/checks', { signal }),
});
