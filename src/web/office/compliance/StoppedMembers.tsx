import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { UrgentMembers } from '../page/UrgentMembers.tsx';

const stoppedQuery = queryOptions({
  queryKey: ['compliance', 'stopped'],
  queryFn: ({ signal }) => api('GET /api/compliance/stopped', { signal }),
});

export const StoppedMembers = () => (
  <UrgentMembers
    members={useQuery(stoppedQuery).data?.count}
    to="/dashboard/admin/compliance"
    one="must not work today"
    many="must not work today"
  />
);
