import { useQuery } from '@tanstack/react-query';
import { UrgentMembers } from '../page/UrgentMembers.tsx';
import { lateMembersQuery } from './late-members.query.ts';

export const LateMembers = () => (
  <UrgentMembers
    members={useQuery(lateMembersQuery).data?.members}
    to="/dashboard/handbook/acknowledgements?overdue=true"
    one="is late with the handbook"
    many="are late with the handbook"
  />
);
