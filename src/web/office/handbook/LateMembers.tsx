import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { UrgentMembers } from '../page/UrgentMembers.tsx';

const lateMembersQuery = queryOptions({
  queryKey: ['handbook', 'overdue'],
  queryFn: ({ signal }) => api('GET /api/handbook/overdue', { signal }),
});

export const LateMembers = () => (
  <UrgentMembers
    members={useQuery(lateMembersQuery).data?.members}
    to="/dashboard/handbook/acknowledgements?overdue=true"
    one="is late with the handbook"
    many="are late with the handbook"
  />
);
