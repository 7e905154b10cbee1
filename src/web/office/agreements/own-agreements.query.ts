import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const ownAgreementsPath = '/dashboard/agreements';

/** Apart from what the office needs: the dashboard of members begins with it. */
export const ownAgreementsQuery = queryOptions({
  queryKey: ['agreements', 'own'],
  queryFn: ({ signal }) => api('GET /api/agreements/mine', { signal }),
});
